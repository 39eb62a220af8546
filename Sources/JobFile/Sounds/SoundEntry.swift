import Reporting
import StageKit

/// A sound of a job.
public struct SoundEntry: Sendable {
  /// Unique among the job's sounds.
  public var id: String
  public var file: FileReference
  public var start: SoundStart
  /// Those of `SoundOptions` that are set; the others have their defaults.
  public var parameters: ParameterValues
  public var position: SourcePosition
  /// Such as `sounds[0]`.
  public var path: String
  /// The positions of values by their path below the sound.
  let positions: [String: SourcePosition]

  public init(
    id: String, file: FileReference, start: SoundStart, parameters: ParameterValues, position: SourcePosition,
    path: String,
    positions: [String: SourcePosition] = [:]
  ) {
    self.id = id
    self.file = file
    self.start = start
    self.parameters = parameters
    self.position = position
    self.path = path
    self.positions = positions
  }

  /// The position of a value such as `trim[1]`, or of the nearest one that contains it.
  public func position(of location: String) -> SourcePosition {
    positions[location] ?? positions[String(location.prefix { $0 != "[" && $0 != "." })] ?? position
  }

  /// The part of the file that is heard, in seconds; nil as its end where that is the file's.
  public var trim: (from: Double, to: Double?) {
    let values = SoundOptions(reading: parameters).trim ?? []
    return (values.first ?? 0, values.count > 1 ? values[1] : nil)
  }
}

/// When a sound begins.
public enum SoundStart: Hashable, Sendable {
  case once(StartTime)
  /// Seconds after each cue of a stage, or after its moment of that name; neither may exist.
  case each(stage: String, cue: String, delay: Double, position: SourcePosition, path: String)

  /// The id of the stage that it waits for; nil for none.
  public var stage: String? {
    switch self {
    case .once(.at): nil
    case .once(.after(let stage, _, _, _, _)), .each(let stage, _, _, _, _): stage
    }
  }
}
