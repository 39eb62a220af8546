import StageKit

/// A picture file in a frame.
public struct Picture: Stage {
  /// The parameters of a picture.
  public struct Parameters: ParameterGroup {
    @Parameter(
      "A PNG, JPEG, WebP, AVIF, HEIC, TIFF, JPEG XL or SVG file.",
      as: .file(extensions: FileReference.pictureEndings + ["svg"]))
    var file: FileReference
    @Parameter("The color that an SVG file calls 'currentColor'.") var color: Color = .black
    @Include var framed: FramedParameters

    /// The parameters of a picture.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "picture", version: 1,
    "A picture from a file: cropped, fitted, with round corners, a border and a shadow, set in motion.",
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1,
      """
      {
        "id": "badge",
        "stage": "picture",
        "parameters": { "file": "media/badge.svg", "height": 220, "color": "#FFC24B", "shadow": {} }
      }
      """))

  private let content: PictureContent
  private let picture: FramedPicture

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    let file = parameters.file
    let (content, size) = try parameters.$file.locating { () -> (PictureContent, Size) in
      if file.path.lowercased().hasSuffix(".svg") {
        let image = try context.vectorImage(file, color: parameters.color)
        return (.drawing(image.drawing, bounds: image.drawing.bounds), image.size)
      }
      let image = try context.image(file)
      return (.image(image), Size(Double(image.width), Double(image.height)))
    }
    self.content = content
    // Outlines have no pixels: their sizes are in points.
    let isDrawing = if case .drawing = content { true } else { false }
    picture = FramedPicture(
      parameters.framed, size: size, pixelsPerPoint: isDrawing ? 1 : context.composition.scale, context)
  }

  public var duration: Double? { picture.settlingTime }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    try picture.frame(content, at: time, inputs)
  }
}

@_cdecl("pipeline_stages_Picture") public func stages() {
  StageModule.offer(Picture.self, ClipStage.self)
}
