import CLibAV
import MediaBase

/// 3:2 pulldown: film of 24 frames a second in 30 frames, whose fields show a frame for three and two fields in turn.
public enum Pulldown: Hashable, Sendable {
  /// Fields of several frames of the film lie in some frames, which comb.
  case hard
  /// Frames say that a field is to be repeated: they are whole, and are shown for three and two fields in turn.
  case soft

  /// The remark after a clip's name, with what to do.
  public var remark: String {
    switch self {
    case .hard:
      "is film with 3:2 pulldown: two of five frames are put together from two frames of the film, and combs or doubled edges show "
        + "where things move. Undo that first, such as with ffmpeg's filters fieldmatch,yadif=deint=interlaced,decimate."
    case .soft:
      "is film with soft pulldown: its frames are shown for two and three fields in turn, which is not even. Give it one rate first, "
        + "such as with ffmpeg -r 24000/1001."
    }
  }
}

extension ClipDecoder {
  /// The frames that are looked at: six rounds of the pattern.
  private static let pulldownFrames = 31

  /// The pulldown of a clip, as it shows from its middle on; nil for none. Clips of other rates than 29.97 and 30 frames a second,
  /// and of fewer than 16 frames, are not looked at. To be called before fields are pictures.
  ///
  /// Frames of soft pulldown say so. Hard pulldown shows in each five frames: one has the upper field of the frame before, and another,
  /// two or three frames later, the lower one: their difference is less than a fifth of what the others have in the mean, and what
  /// these have is more than coding makes.
  func pulldown(_ index: ClipIndex) throws(MediaError) -> Pulldown? {
    // The last frame's end is a guess.
    let span = Double(index.times[index.times.count - 1] - index.times[0]) * index.tick
    let rate = Double(index.times.count - 1) / max(span, 1e-9)
    let operation = "look for pulldown in the clip"
    // Frames that are shown for three and two fields are 23.976 a second, in few frames a little more or less; every second one says so.
    if (23.5...24.5).contains(rate) {
      for _ in 0..<3 {
        if frame.map({ clibav_repeats_field($0) != 0 }) ?? false { return .soft }
        guard try advance(operation), let frame else { break }
        decoded = frame.pointee.best_effort_timestamp
      }
      return nil
    }
    guard (29.9...30.1).contains(rate), index.times.count >= 16 else { return nil }
    let middle = index.times[max(index.times.count / 2 - Self.pulldownFrames, 0)]
    if index.key(before: middle) > index.times[0] { _ = try enter(before: middle, index, operation) }
    var fields: [(upper: Double, lower: Double)] = []
    var before: FieldSamples?
    while fields.count < Self.pulldownFrames - 1, try advance(operation), let frame {
      decoded = frame.pointee.best_effort_timestamp
      if frame.pointee.best_effort_timestamp < middle { continue }
      guard let samples = FieldSamples(frame.pointee) else { return nil }
      if let before, let difference = samples.difference(from: before) { fields.append(difference) }
      before = samples
    }
    return Self.isHardPulldown(fields) ? .hard : nil
  }

  /// True if the differences of each frame's fields from those of the frame before, in levels of 8 bits, have the pattern.
  static func isHardPulldown(_ fields: [(upper: Double, lower: Double)]) -> Bool {
    guard fields.count >= 15 else { return false }
    /// The place among five at which a field is repeated; nil for none.
    func place(_ values: [Double]) -> Int? {
      let means = (0..<5).map { place in
        let own = stride(from: place, to: values.count, by: 5).map { values[$0] }
        return own.reduce(0, +) / Double(own.count)
      }
      guard let least = means.indices.min(by: { means[$0] < means[$1] }) else { return nil }
      let others = means.indices.filter { $0 != least }.map { means[$0] }
      let (mean, next) = (others.reduce(0, +) / 4, others.min() ?? 0)
      // Each round must have it, not only their mean.
      let isSteady = stride(from: least, to: values.count, by: 5).allSatisfy { values[$0] < mean / 3 }
      return mean > 0.5 && means[least] < mean / 5 && next > mean / 4 && isSteady ? least : nil
    }
    guard let upper = place(fields.map(\.upper)), let lower = place(fields.map(\.lower)) else { return false }
    return [2, 3].contains((lower - upper + 5) % 5)
  }
}

/// Samples of a frame's luma by field.
private struct FieldSamples {
  private let upper: [Float]
  private let lower: [Float]

  /// Nil for frames without a plane of luma.
  init?(_ frame: AVFrame) {
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format))?.pointee, let data = frame.data.0,
      layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM)
        == 0,
      layout.flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0
    else { return nil }
    let isDeep = layout.comp.0.depth > 8
    let unit = Float(1 << (layout.comp.0.depth - 8))
    var fields: [[Float]] = [[], []]
    // Every fourth row of each field, every fourth column.
    for row in stride(from: 0, to: Int(frame.height) & ~7, by: 8) {
      for field in 0..<2 {
        let line = UnsafeRawPointer(data) + (row + field) * Int(frame.linesize.0)
        for column in stride(from: 0, to: Int(frame.width), by: 4) {
          fields[field].append(
            isDeep
              ? Float(line.load(fromByteOffset: column * 2, as: UInt16.self)) / unit
              : Float(line.load(fromByteOffset: column, as: UInt8.self)))
        }
      }
    }
    (upper, lower) = (fields[0], fields[1])
  }

  /// The mean differences of both fields, in levels of 8 bits; nil for frames of another size.
  func difference(from other: FieldSamples) -> (upper: Double, lower: Double)? {
    guard upper.count == other.upper.count, !upper.isEmpty else { return nil }
    func mean(_ a: [Float], _ b: [Float]) -> Double {
      Double(zip(a, b).reduce(Float(0)) { $0 + abs($1.0 - $1.1) }) / Double(a.count)
    }
    return (mean(upper, other.upper), mean(lower, other.lower))
  }
}
