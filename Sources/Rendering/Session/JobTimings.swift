import Planning

/// The processor time of a job by phase and stage: seconds, summed over all workers.
public struct JobTimings: Codable, Sendable {
  /// The time that one stage took to evaluate and draw.
  public struct Stage: Codable, Sendable {
    public let id: String
    /// The name of its definition.
    public let definition: String
    public internal(set) var seconds: Double
  }

  /// The frames that were drawn and encoded.
  public internal(set) var frames = 0
  /// Making the stages, with reading and preparing what they need.
  public internal(set) var planning = 0.0
  /// Asking all stages for the drawings of all frames, to find those that repeat.
  public internal(set) var comparing = 0.0
  /// Looking for segments in the store, and keeping new ones.
  public internal(set) var storing = 0.0
  /// In dependency order.
  public internal(set) var stages: [Stage] = []
  /// Drawing, and conversion to what encoders take.
  public internal(set) var drawing = 0.0
  /// For all of the job's outputs.
  public internal(set) var encoding = 0.0
  /// Reading, mixing and encoding sound.
  public internal(set) var sound = 0.0
  /// Joining segments to files, and checking these.
  public internal(set) var writing = 0.0

  public var total: Double {
    planning + comparing + storing + stages.reduce(0) { $0 + $1.seconds } + drawing + encoding + sound + writing
  }

  init(_ stages: [PlannedStage] = []) { name(stages) }

  /// Begins to count the time of each stage.
  mutating func name(_ stages: [PlannedStage]) {
    self.stages = stages.map { Stage(id: $0.entry.id, definition: $0.entry.definition.name, seconds: 0) }
  }

  /// Adds another share of the same job's work.
  mutating func add(_ other: JobTimings) {
    frames += other.frames
    planning += other.planning
    comparing += other.comparing
    storing += other.storing
    for index in stages.indices { stages[index].seconds += other.stages[index].seconds }
    drawing += other.drawing
    encoding += other.encoding
    sound += other.sound
    writing += other.writing
  }
}
