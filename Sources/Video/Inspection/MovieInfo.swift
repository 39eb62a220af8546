import CLibAV
import StageKit

/// The description of a movie file's one video stream.
public struct MovieInfo: Hashable, Sendable {
  public let codec: String
  public let width: Int
  public let height: Int
  /// libav's name: `yuv420p`.
  public let pixelFormat: String
  /// The number of frames divided by the duration; nil if that is not a `FrameRate`, or the container does not count frames.
  public let frameRate: FrameRate?
  /// As the index counts them.
  public let frameCount: Int
  /// Ticks per second of `startTime`, `duration` and of every frame's time.
  public let timeScale: Int
  /// When the first frame is shown, in ticks.
  public let startTime: Int
  /// In ticks, edit list applied.
  public let duration: Int
  /// libav's names: `tv`, `bt709`, `bt709`, `bt709`, `center`.
  public let colorRange: String
  public let primaries: String
  public let transfer: String
  public let matrix: String
  public let chromaLocation: String

  init(_ stream: AVStream, _ parameters: AVCodecParameters) {
    codec = Self.name(avcodec_get_name(parameters.codec_id))
    width = Int(parameters.width)
    height = Int(parameters.height)
    pixelFormat = Self.name(av_get_pix_fmt_name(AVPixelFormat(parameters.format)))
    frameCount = Int(stream.nb_frames)
    timeScale = stream.time_base.num == 1 ? Int(stream.time_base.den) : 0
    startTime = Int(stream.start_time)
    duration = Int(stream.duration)
    let (ticks, overflows) = frameCount.multipliedReportingOverflow(by: timeScale)
    frameRate = overflows ? nil : FrameRate(ticks, duration)
    // ProRes has limited range alone, and newer versions of libav report none.
    let isLimited = parameters.codec_id == AV_CODEC_ID_PRORES && parameters.color_range == AVCOL_RANGE_UNSPECIFIED
    colorRange = Self.name(isLimited ? AVCOL_RANGE_MPEG : parameters.color_range)
    primaries = Self.name(parameters.color_primaries)
    transfer = Self.name(parameters.color_trc)
    matrix = Self.name(parameters.color_space)
    chromaLocation = Self.name(parameters.chroma_location)
  }

  // MARK: libav's names

  private static func name(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "unknown" }

  static func name(_ range: AVColorRange) -> String { name(av_color_range_name(range)) }
  static func name(_ primaries: AVColorPrimaries) -> String { name(av_color_primaries_name(primaries)) }
  static func name(_ transfer: AVColorTransferCharacteristic) -> String { name(av_color_transfer_name(transfer)) }
  static func name(_ matrix: AVColorSpace) -> String { name(av_color_space_name(matrix)) }
  static func name(_ location: AVChromaLocation) -> String { name(av_chroma_location_name(location)) }
}
