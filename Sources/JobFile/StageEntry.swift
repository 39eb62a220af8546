import Reporting
import StageKit

/// A stage of a job.
public struct StageEntry: Sendable {
  public var id: String
  public var definition: StageDefinition
  /// With defaults; incomplete if the job has errors.
  public var parameters: ParameterValues
  /// In the order of the file.
  public var connections: [Connection]
  public var start: StartTime
  /// The duration for which it is shown, in seconds from its start; nil until the end.
  public var duration: Double?
  /// Stages are drawn in ascending order of z, equal ones in the order of the file.
  public var z: Double
  /// True if it is drawn by itself; nil unless the job says so: then it is, unless other stages take its drawing.
  public var isVisible: Bool?
  /// True if it is hidden in each variant, by a value that nothing else can change.
  public internal(set) var isAlwaysHidden = false
  /// The index, among the job's stages, of the one that holds it; nil for stages of the job itself.
  public var parent: Int?
  /// The stage by whose drawing this one is masked.
  public var matte: MatteReference?
  /// The place that it is moved to.
  public var place: StagePlace?
  /// The stage whose motion it takes part in.
  public var leader: LeaderReference?
  /// The id that the file has for it, where it is in a copy after the first.
  public var original: String?
  /// Its place among the copies that the stage which holds it draws, from 0; nil where it is no copy.
  public var copy: Int?
  /// The name that it shares with a stage in a neighboring scene.
  public var shared: SharedName?
  /// The ways in which it comes in, leaves and draws the eye.
  public var motion = LayerMotion()
  /// The same as the job writes them.
  public var motionValues = ParameterValues()
  /// True where it begins with the end of the stage before it in a sequence, since the job gives it no start.
  public var isNextInSequence = false
  /// True if it is moved to the other side, and its rows run the other way, where the canvas is mirrored.
  public var mirrors = true
  /// True if it, with all that it holds, may leave the canvas and the safe area, overlap other text, or have little contrast.
  public var ignoresLayoutChecks = false
  /// The blur of moving things in it; nil for that of the canvas.
  public var shutter: Shutter?
  /// The job that it shows.
  public var nested: NestedJob?
  /// True if anything of it comes from a row of data.
  public var usesRow = false
  public var position: SourcePosition
  /// The position of its start; nil unless the job gives one.
  public var startPosition: SourcePosition?
  /// Such as `stages[2]`.
  public var path: String
  /// Such as `stages[2].parameters`.
  public var parametersPath: String
  /// The positions of values by their path below the stage's parameters; "" for the parameters themselves.
  let parameterPositions: [String: SourcePosition]
  /// The places, and their use as variables, of values that come from other files, such as texts of a locale.
  var foreignValues: [String: ForeignValue] = [:]
  /// The outputs that its keyframes follow, in the order of the file.
  public var follows: [Follow]
  /// The parameters that expressions compute from what other stages publish, in the order of the file.
  public var computed: [ComputedParameter] = []
  /// The sounds that its parameters name, in the order of the file.
  public var tracks: [TrackReference]

  public init(
    id: String, definition: StageDefinition, parameters: ParameterValues, connections: [Connection] = [],
    start: StartTime = .at(0), duration: Double? = nil, z: Double = 0, isVisible: Bool? = nil,
    position: SourcePosition, path: String, parameterPositions: [String: SourcePosition] = [:],
    follows: [Follow] = [], tracks: [TrackReference] = []
  ) {
    self.id = id
    self.definition = definition
    self.parameters = parameters
    self.connections = connections
    self.start = start
    self.duration = duration
    self.z = z
    self.isVisible = isVisible
    self.position = position
    self.path = path
    parametersPath = "\(path).parameters"
    self.parameterPositions = parameterPositions
    self.follows = follows
    self.tracks = tracks
  }

  /// A value that comes from another file than the one that uses it.
  struct ForeignValue: Sendable {
    var position: SourcePosition
    /// A sentence that says where it is used.
    var note: String

    /// Nil for a value of the job file itself.
    init?(_ found: ResolvedValue, usedIn file: String) {
      guard found.faultPosition != found.position, let note = found.note(in: file) else { return nil }
      (position, self.note) = (found.faultPosition, note)
    }
  }

  /// The position at which a fault of a parameter is to be corrected, and a hint to where its value is used if that is in
  /// another file.
  public func faultPlace(ofParameter location: String) -> (position: SourcePosition?, note: String?) {
    if let foreign = foreignValues[location] { return (foreign.position, foreign.note) }
    return (position(ofParameter: location), nil)
  }

  /// True if the job gives a value for a parameter such as `moves[1].to.distance`.
  public func gives(_ location: String) -> Bool { parameterPositions[location] != nil }

  /// The position of a parameter such as `moves[1].to.distance`, or of the nearest value that contains it.
  public func position(ofParameter location: String) -> SourcePosition? {
    var location = location[...]
    while true {
      if let found = parameterPositions[String(location)] { return found }
      guard let cut = location.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
      location = location[..<cut]
    }
    return parameterPositions[""] ?? position
  }
}

extension StageEntry {
  /// Files of Lottie animations, which may have sounds.
  public static let animationEndings = ["json", "tgs", "lottie"]

  /// The file whose sound is heard with the stage.
  public var heardFile: FileReference? {
    guard let soundtrack = definition.soundtrack, isVisible != false else { return nil }
    var (file, isOn): (FileReference?, Bool) = (nil, true)
    for entry in parameters.entries {
      if entry.name == soundtrack.file, case .file(let given) = entry.value { file = given }
      if entry.name == soundtrack.isOn, case .boolean(let given) = entry.value { isOn = given }
    }
    guard isOn, let file else { return nil }
    let ending = file.literal.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return (FileReference.videoEndings + Self.animationEndings).contains(ending) ? file : nil
  }

  /// The sounds of a job that the stage is made from; all where it takes sounds and names none.
  public func heard(in job: Job) -> [SoundEntry] {
    let takesSounds = definition.parameters.contains { if case .track = $0.schema { true } else { false } }
    if takesSounds, tracks.isEmpty { return job.sounds }
    return job.sounds.filter { sound in tracks.contains { $0.id == sound.id } }
  }
}

/// An input connected to another stage's output.
public struct Connection: Hashable, Sendable {
  public var input: String
  /// The id of the stage, which may not exist.
  public var stage: String
  /// The name of its output, which may not exist.
  public var output: String
  public var position: SourcePosition
  /// Such as `stages[2].inputs.camera`.
  public var path: String

  public init(input: String, stage: String, output: String, position: SourcePosition, path: String) {
    self.input = input
    self.stage = stage
    self.output = output
    self.position = position
    self.path = path
  }
}

/// A stage whose drawing masks another.
public struct MatteReference: Hashable, Sendable {
  /// The id of the stage, which may not exist.
  public var stage: String
  public var channel: MaskChannel
  /// True if it hides what it covers.
  public var isInverted: Bool
  public var position: SourcePosition
  /// Such as `stages[2].matte`.
  public var path: String

  public init(stage: String, channel: MaskChannel, isInverted: Bool, position: SourcePosition, path: String) {
    self.stage = stage
    self.channel = channel
    self.isInverted = isInverted
    self.position = position
    self.path = path
  }
}

/// A stage whose position, rotation and scale another takes over on top of its own.
public struct LeaderReference: Hashable, Sendable {
  /// The id of the stage, which may not exist.
  public var stage: String
  public var takesPosition: Bool
  public var takesRotation: Bool
  public var takesScale: Bool
  /// The spring that pulls it after that stage; nil where it moves with it at once.
  public var spring: Spring?
  public var position: SourcePosition
  /// Such as `stages[2].parent`.
  public var path: String
}

/// Keyframes over what another stage publishes.
public struct Follow: Hashable, Sendable {
  /// Such as `moves[1].to.distance`.
  public var parameter: String
  /// The id of the stage, which may not exist.
  public var stage: String
  /// The name of its output, which may not exist.
  public var output: String
  public var position: SourcePosition
  /// Such as `stages[2].parameters.size.follow`.
  public var path: String

  public init(parameter: String, stage: String, output: String, position: SourcePosition, path: String) {
    self.parameter = parameter
    self.stage = stage
    self.output = output
    self.position = position
    self.path = path
  }
}

/// A sound of the job that a parameter names.
public struct TrackReference: Hashable, Sendable {
  /// The id of the sound, which may not exist.
  public var id: String
  public var position: SourcePosition
  /// Such as `stages[2].parameters.track`.
  public var path: String

  public init(id: String, position: SourcePosition, path: String) {
    self.id = id
    self.position = position
    self.path = path
  }
}

/// When a stage's time begins.
public enum StartTime: Hashable, Sendable {
  /// Seconds after the video's start; negative if the stage began before it.
  case at(Double)
  /// Seconds after a moment of another stage; neither may exist.
  case after(stage: String, moment: String, delay: Double, position: SourcePosition, path: String)
}

/// A name that stages in neighboring scenes share.
public struct SharedName: Hashable, Sendable {
  public var name: String
  public var position: SourcePosition
  /// Such as `stages[2].shared`.
  public var path: String
}
