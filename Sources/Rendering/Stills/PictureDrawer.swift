import JobFile
import Raster
import StageKit

/// The size, scale and background at which the pictures of a job's canvas, or of one of its outputs, are drawn.
public struct PictureSettings: Hashable, Sendable, Digestible {
  public let picture: OutputPicture
  /// The color that the canvas is drawn on.
  let background: Color
  /// The gamut of the canvas.
  let gamut: ColorGamut
  /// Nil where the canvas is the whole picture, as it is drawn.
  let placement: SinkPlacement?

  /// The settings of the canvas, in a run that multiplies every scale by `scale`.
  public init(_ job: Job, scale: Double = 1) {
    picture = job.picture(scale: scale)
    background = job.composition.background
    gamut = job.composition.gamut
    placement = nil
  }

  /// The settings of the output with an index, as a run with these settings delivers it: outputs that share a drawing
  /// are laid on their backgrounds after it.
  public init(ofOutput index: Int, of job: Job, scale: Double = 1) {
    picture = job.picture(of: job.outputs[index], scale: scale)
    let rendition = Rendition.all(of: job, RenderSettings(outputFolder: "", workers: 1, scale: scale)).first {
      $0.outputs.contains(index)
    }
    gamut = job.composition.gamut
    let place = rendition?.outputs.firstIndex(of: index)
    background = rendition?.background ?? job.background(of: job.outputs[index])
    placement = place.flatMap { rendition?.placements[$0] }
  }

  public func digest(into hasher: inout DigestHasher) {
    for side in [picture.width, picture.height, picture.drawnWidth, picture.drawnHeight] { hasher.combine(side) }
    for start in [picture.originX, picture.originY] { hasher.combine(start) }
    hasher.combine(picture.scale)
    background.digest(into: &hasher)
    hasher.combine(placement)
    if gamut != .sRGB { hasher.combine(gamut.rawValue) }
  }
}

/// Draws display lists as images, as a run does before it encodes them.
public final class PictureDrawer {
  private let settings: PictureSettings
  private let renderer: FrameRenderer
  /// Draws lists that blend with their background.
  private let direct: FrameRenderer
  private var sink: PlaneSink

  public init(_ settings: PictureSettings, cache: ResourceCache = ResourceCache()) {
    func renderer(on background: Color) -> FrameRenderer {
      FrameRenderer(
        width: settings.picture.drawnWidth, height: settings.picture.drawnHeight, scale: settings.picture.scale,
        origin: (settings.picture.originX, settings.picture.originY), background: background,
        gamut: settings.gamut, cache: cache)
    }
    self.settings = settings
    self.renderer = renderer(on: settings.background)
    direct = renderer(on: settings.placement?.background ?? settings.background)
    sink = PlaneSink(
      .premultipliedRGBA8, width: settings.picture.width, height: settings.picture.height,
      placement: settings.placement, gamut: settings.gamut)
  }

  /// Premultiplied, clear where the background is.
  public func image(of list: DisplayList) -> Image {
    let isComposited = sink.isComposited
    if isComposited, list.blendsWithBackground {
      sink.isComposited = false
      direct.render(list, into: &sink)
      sink.isComposited = true
    } else {
      renderer.render(list, into: &sink)
    }
    return sink.image
  }
}
