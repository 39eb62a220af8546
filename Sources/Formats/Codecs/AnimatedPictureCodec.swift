import StageKit

/// A codec of animated pictures, whose stream is encoded as a whole.
///
/// Its segments are PNG pictures, without loss, so that they are kept, found again and moved as any others, and equal for
/// all such outputs of one size. Joining decodes them in order and encodes the stream.
public protocol AnimatedPictureCodec: Codec {
  /// An estimate of the bytes that joining pictures of `pixels` pixels takes, besides those of stored segments.
  func joinMemory(_ format: PixelFormat, pixels: Int) -> Int
}

extension AnimatedPictureCodec {
  public var pixelFormats: [PixelFormat] { [.rgb8, .rgba8] }

  public func encoder(_ options: Options, _ format: PixelFormat, at rate: FrameRate) -> EncoderConfiguration {
    PNG().encoder(PNG.Options(), format, at: rate)
  }

  public func encoderMemory(_ options: Options, _ format: PixelFormat, pixels: Int) -> Int {
    PNG().encoderMemory(PNG.Options(), format, pixels: pixels)
  }

  public func joinMemory(_ format: PixelFormat, pixels: Int) -> Int { (4 << 20) + pixels * 40 }
}

/// The number of times that an animated picture plays, an option of its codecs.
public struct PlaysOption: ParameterGroup {
  @Parameter("The number of times that it is played; forever unless given.", .range(1...65_535)) public var plays: Int?

  /// Forever.
  public init() {}
}
