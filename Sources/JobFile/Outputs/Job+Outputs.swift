import Formats
import StageKit

/// The properties that outputs take from the job if they set none of their own.
extension Job {
  /// The rate of an output's frames.
  public func frameRate(of output: OutputEntry) -> FrameRate { output.frameRate ?? frameRate }

  /// The frames of the job whose time an output shows.
  public func range(of output: OutputEntry) -> Range<Int> { output.range ?? 0..<frameCount }

  /// The number of frames of an output: those that begin before the end of its range.
  public func frameCount(of output: OutputEntry) -> Int {
    let range = range(of: output)
    guard let rate = output.frameRate, rate != frameRate else { return range.count }
    let seconds = frameRate.seconds(ofFrame: range.count)
    return max(1, Int((seconds * Double(rate.numerator) / Double(rate.denominator) - 1e-6).rounded(.up)))
  }

  /// The instant that a frame of an output shows, in seconds from the job's start.
  ///
  /// If the output's rate divides the job's, its frames are frames of the job, to the last bit.
  public func seconds(ofFrame frame: Int, of output: OutputEntry) -> Double {
    let first = range(of: output).lowerBound
    let rate = frameRate(of: output)
    let (ticks, step) = (frameRate.numerator * rate.denominator, frameRate.denominator * rate.numerator)
    if ticks.isMultiple(of: step) { return frameRate.seconds(ofFrame: first + frame * (ticks / step)) }
    return frameRate.seconds(ofFrame: first) + rate.seconds(ofFrame: frame)
  }

  /// The color below an output's pictures.
  public func background(of output: OutputEntry) -> Color { output.background ?? composition.background }

  /// True if an output carries alpha: its background is translucent.
  public func hasAlpha(_ output: OutputEntry) -> Bool { background(of: output).alpha < 1 }

  /// The pixels of all frames of all outputs.
  public var pixelCount: Int {
    outputs.reduce(0) { sum, output in
      let picture = picture(of: output, scale: 1)
      return sum + picture.width * picture.height * frameCount(of: output)
    }
  }

  /// Frames from one key frame to the next of outputs whose segments are cut alike: the fewest that one of them asks for;
  /// nil where none does.
  public func groupLength(of outputs: [OutputEntry]) -> Int? {
    outputs.compactMap { KeyFrameOption(reading: $0.options).gop }.min()
  }

  /// The encoding of an output's frames in a run that multiplies every scale by `scale`. Throws if its codec cannot
  /// encode them.
  public func format(of output: OutputEntry, scale: Double = 1) throws(FormatError) -> OutputFormat {
    let picture = picture(of: output, scale: scale)
    return try OutputFormat(
      output.codec, output.options, in: output.container, alpha: hasAlpha(output) && !output.isStacked,
      width: picture.width, height: output.isStacked ? picture.height * 2 : picture.height,
      frameRate: frameRate(of: output), sprite: output.sprite, isStacked: output.isStacked,
      colors: output.colors)
  }
}
