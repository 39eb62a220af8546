import JobFile
import Planning
import StageKit

/// A segment of a job as a run would find it.
public struct SegmentForecast: Hashable, Sendable {
  /// The job's index in the run.
  public var job: Int
  /// Among the job's distinct segments, from 0.
  public var ordinal: Int
  public var frames: Range<Int>
  /// The number of distinct frames.
  public var framesToDraw: Int
  /// True if the store has it for every output.
  public var isStored: Bool
  /// The processor time that the segment took the last time it was drawn; nil if that is not known.
  public var seconds: Double?
  /// Its keys in the store, one for each output.
  public var keys: [Digest] = []
}

/// The processor time of a segment, as it is kept in the store.
struct SegmentCost {
  let seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  /// By position rather than content: a changed segment is likely to cost what it did.
  static func key(of segment: Int, _ layout: SegmentLayout, _ spec: RenderSpec) -> Digest {
    let rendition = spec.renditions[layout.video(ofSegment: segment)]
    return Digest { hasher in
      hasher.combine("cost 2")
      hasher.combine(spec.job.name)
      hasher.combine(spec.job.outputs[rendition.outputs[0]].file)
      hasher.combine(rendition.scale)
      hasher.combine(layout.segments[segment].lowerBound)
    }
  }

  var bytes: [UInt8] {
    var writer = BinaryWriter()
    writer.write(seconds)
    return writer.bytes
  }

  init(bytes: [UInt8]) throws(BinaryError) {
    var reader = BinaryReader(bytes)
    seconds = try reader.double()
    guard reader.isAtEnd, seconds.isFinite, seconds >= 0 else { throw BinaryError() }
  }
}
