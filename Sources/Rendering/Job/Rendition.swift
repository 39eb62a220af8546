import Formats
import JobFile
import Planning
import Raster
import StageKit

/// A drawing that all outputs that show it share: frames of one size, rate and range.
struct Rendition: Sendable {
  /// Outputs by their indexes in the job.
  let outputs: [Int]
  let rate: FrameRate
  /// The frames that the run wants, numbered as in these outputs.
  let frames: Range<Int>
  /// The instant that each of `frames` shows, in seconds from the job's start.
  let instants: [Double]
  /// The size of the drawn canvas in pixels.
  let width: Int
  let height: Int
  /// Pixels for each point of the canvas.
  let scale: Double
  /// The pixel at which the canvas begins.
  let originX: Int
  let originY: Int
  /// The color that frames are drawn on: the outputs' background, or clear if they have different ones.
  let background: Color
  /// The gamut of the drawn canvas.
  let gamut: ColorGamut
  /// The place of the drawing in each output's pictures; nil if it fills them.
  let placements: [SinkPlacement?]
  let keyFrames: KeyFrameRule

  /// The digest of all that determines pixels besides the display lists and the program, for one of `outputs`.
  func canvasDigest(ofOutput index: Int) -> Digest {
    Digest { hasher in
      hasher.combine(scale)
      hasher.combine(originX)
      hasher.combine(originY)
      background.digest(into: &hasher)
      hasher.combine(placements[index])
      if gamut != .sRGB { hasher.combine(gamut.rawValue) }
    }
  }

  /// The instant of a frame, by its number.
  func seconds(ofFrame frame: Int) -> Double { instants[frame - frames.lowerBound] }

  /// A renderer of its frames, on its own background unless another is given.
  func renderer(on background: Color? = nil, _ cache: ResourceCache) -> FrameRenderer {
    FrameRenderer(
      width: width, height: height, scale: scale, origin: (originX, originY),
      background: background ?? self.background, gamut: gamut, cache: cache)
  }
}

extension Rendition {
  /// The properties that outputs of one rendition have in common.
  private struct Key: Hashable {
    let width: Int
    let height: Int
    let scale: Double
    let originX: Int
    let originY: Int
    let rate: FrameRate
    let range: Range<Int>
  }

  /// The renditions of a job's outputs, in the order of these, of those that have frames that the run wants.
  static func all(of job: Job, _ settings: RenderSettings) -> [Rendition] {
    var keys: [Key] = []
    var members: [[Int]] = []
    for (index, output) in job.outputs.enumerated() {
      let picture = job.picture(of: output, scale: settings.scale)
      let key = Key(
        width: picture.drawnWidth, height: picture.drawnHeight, scale: picture.scale, originX: picture.originX,
        originY: picture.originY, rate: job.frameRate(of: output), range: job.range(of: output))
      if let known = keys.firstIndex(of: key) {
        members[known].append(index)
      } else {
        keys.append(key)
        members.append([index])
      }
    }
    return zip(keys, members).compactMap { rendition(of: job, $0, $1, settings) }
  }

  private static func rendition(
    of job: Job, _ key: Key, _ members: [Int], _ settings: RenderSettings
  ) -> Rendition? {
    let outputs = members.map { job.outputs[$0] }
    let frames = frames(of: outputs[0], of: job, settings)
    if frames.isEmpty { return nil }
    let backgrounds = outputs.map { job.background(of: $0) }
    let areAlike = Set(backgrounds).count == 1
    let placements = zip(outputs, backgrounds).map { output, background -> SinkPlacement? in
      let picture = job.picture(of: output, scale: settings.scale)
      let isWhole = picture.width == picture.drawnWidth && picture.height == picture.drawnHeight
      if isWhole && areAlike { return nil }
      return SinkPlacement(x: picture.x, y: picture.y, background: background, isComposited: !areAlike)
    }
    return Rendition(
      outputs: members, rate: key.rate, frames: frames,
      instants: frames.map { job.seconds(ofFrame: $0, of: outputs[0]) },
      width: key.width, height: key.height, scale: key.scale, originX: key.originX, originY: key.originY,
      background: areAlike ? backgrounds[0] : .clear, gamut: job.composition.gamut,
      placements: placements, keyFrames: keyFrames(of: outputs, job))
  }

  /// Unseen where an output does not say how far they are apart, or else as the closest ones; every two seconds where all
  /// frames are key frames. An output that says it has further ones between.
  private static func keyFrames(of outputs: [OutputEntry], _ job: Job) -> KeyFrameRule {
    let rate = job.frameRate(of: outputs[0])
    let predicting = outputs.filter { $0.codec.groupLength($0.options, at: rate) != nil }
    if predicting.contains(where: { KeyFrameOption(reading: $0.options).gop == nil }) {
      return .unseen(KeyFrameSpacing(at: rate))
    }
    if let length = job.groupLength(of: outputs) { return .every(length) }
    return .every(max(1, Int((2 * rate.framesPerSecond).rounded())))
  }

  /// The frames of an output that begin while one of the job's frames that the run wants is shown.
  private static func frames(of output: OutputEntry, of job: Job, _ settings: RenderSettings) -> Range<Int> {
    let all = 0..<job.frameCount(of: output)
    guard let wanted = settings.frames else { return all }
    let (start, end) = (
      job.frameRate.seconds(ofFrame: wanted.lowerBound), job.frameRate.seconds(ofFrame: wanted.upperBound + 1)
    )
    /// The first frame that begins at or after an instant.
    func first(from seconds: Double) -> Int {
      let offset = seconds - job.seconds(ofFrame: 0, of: output)
      return max(0, Int((offset * job.frameRate(of: output).framesPerSecond - 1e-6).rounded(.up)))
    }
    return all.clamped(to: first(from: start)..<max(first(from: start), first(from: end)))
  }
}
