import StageKit

/// An SVG file as a drawing.
///
/// It has groups, shapes, paths, `use` and symbols, nested viewports, transforms, strokes with dashes, linear and radial
/// gradients, patterns, markers, clip paths, masks, opacity, blend modes, filters, pictures, text, and CSS. What it has not is
/// named in `omissions`.
public struct SVGPicture: Sendable {
  /// The drawing, in pixels of CSS from the top left of the viewport.
  public let image: VectorImage
  /// The parts of the file that are not drawn, a phrase each, in the order of its lines.
  public let omissions: [String]

  /// The resources of a file from outside.
  public struct Resources: Sendable {
    /// The value of `currentColor` if the file does not set it.
    public var color: Color
    /// The gamut of the canvas, for which colors are read.
    public var gamut = ColorGamut.sRGB
    /// Decodes an embedded picture.
    public var image: @Sendable ([UInt8]) throws -> Image
    /// Remarks on an embedded picture, after "a picture in the file".
    public var remarks: @Sendable ([UInt8]) -> [String] = { _ in [] }
    /// The bytes of the file at a path relative to the file's folder, or an absolute one. By default there are none.
    public var file: @Sendable (String) throws -> [UInt8] = { _ in throw StageError("files beside it are not read here")
    }
    /// Lays out text.
    public var layout: @Sendable (TextRequest) throws -> TextLayout

    /// A color for `currentColor`, and what decodes pictures and lays out text.
    public init(
      color: Color, image: @escaping @Sendable ([UInt8]) throws -> Image,
      layout: @escaping @Sendable (TextRequest) throws -> TextLayout
    ) {
      self.color = color
      self.image = image
      self.layout = layout
    }
  }

  /// Reads a file, which may be compressed by gzip; errors name `name`. Of what it refers to, pictures are read by
  /// `Resources.file`, and nothing else is.
  ///
  /// Throws `StageError` where it is no well-formed XML or no SVG, and what `resources` throw.
  public init(_ bytes: [UInt8], name: String, _ resources: Resources) throws {
    let document = try SVGDocument(bytes, name: name)
    var builder = SVGBuilder(document, resources)
    image = try builder.picture()
    if builder.isTooLarge {
      throw StageError("\(name) draws more than \(SVGBuilder.maxReferencedShapes) shapes by reference")
    }
    omissions = builder.omissions.sorted { ($0.line, $0.what) < ($1.line, $1.what) }.map {
      "\(name):\($0.line): \($0.what)"
    }
  }
}
