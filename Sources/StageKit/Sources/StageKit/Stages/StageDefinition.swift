import Geometry
import Graphics
import Timing

/// Everything the host needs to know of a stage: it checks job files, writes the JSON Schema and the reference, and
/// plans from it.
public struct StageDefinition: Sendable {
  /// As job files write it: lower case, words joined by hyphens.
  public let name: String
  /// Raised whenever equal parameters give other pixels than before.
  public let version: Int
  /// One sentence.
  public let summary: String
  public var parameters: [ParameterDeclaration] { members.value.parameters }
  public var inputs: [PortDefinition] { members.value.inputs }
  public var outputs: [PortDefinition] { members.value.outputs }
  public var moments: [Moment] { members.value.moments }
  /// Moments that may repeat; a cue with the name of a moment first comes with it.
  public var cues: [Moment] { members.value.cues }
  /// True if it ever draws; a stage that only publishes values does not.
  public let draws: Bool
  /// The kind of children, which the host passes in as `Inputs.layers`.
  public let content: StageContent
  /// True if the stages that it holds play one after the other: each begins where the one before it ends, earlier by
  /// `Stage.overlap(before:)`, unless a job gives it a start.
  public let isSequence: Bool
  /// True if a shutter over it shows the stages that it holds as a camera sees a screen: as they are at the frame's instant, or
  /// with shutters of their own.
  public let isScreen: Bool
  /// The parameters that name the file with the stage's sound, and turn the sound on; nil for a silent stage.
  public let soundtrack: Soundtrack?
  /// The parameters by which it draws copies of the stages that it holds; nil for a stage that draws them once.
  public let copies: Copies?
  /// True if it only changes what lies below it, as an adjustment layer does: a shutter averages that before, a matte says
  /// where, and it takes neither effects nor a blend.
  public let adjusts: Bool
  /// The parameters that are changed on the picture, beside those that all stages have in common: its position, its scale, its
  /// rotation and its anchor.
  public let handles: [StageHandle]
  /// A part of a job that shows it, for its reference; nil for one that is made up.
  public let example: Example?
  /// Found when first asked for: most commands need the members of few of the stages there are, and reflection takes its time.
  private let members: Lazy<DeclaredMembers>

  /// A part of a job that shows a stage, from which the reference takes its text and its picture.
  public struct Example: Sendable {
    /// When its picture is taken, in seconds.
    public let seconds: Double
    /// JSON as a job writes it: an entry of its stages, or a whole job where it needs sounds.
    public let json: String

    /// The stage itself, or one that holds it among others. File names are relative to a folder with the example files.
    public init(at seconds: Double, _ json: String) {
      self.seconds = seconds
      self.json = json
    }
  }

  /// The names of the parameters that choose a stage's sound.
  public struct Soundtrack: Sendable {
    /// The parameter with the file.
    public let file: String
    /// The Boolean parameter that turns the sound on.
    public let isOn: String

    /// The names of two declared parameters.
    public init(file: String, if isOn: String) { (self.file, self.isOn) = (file, isOn) }
  }

  /// The names of the parameters of a stage that draws copies of the stages that it holds.
  ///
  /// Copies that differ, since expressions in them have `index` or `count`, or since each plays later, are `ContentLayer`s, each with
  /// its `copy`; otherwise the stages come once, for all copies.
  public struct Copies: Sendable {
    /// The parameter with the number of copies, a constant.
    public let count: String
    /// The parameter with the time by which each copy plays later than the one before, a constant.
    public let delay: String
    /// The name of the stage that holds the stages of a copy; it has the parameter `time`, as `TimeParameters` has it.
    public let holder: String

    /// The names of two declared parameters and of a stage.
    public init(count: String, delay: String, in holder: String) {
      (self.count, self.delay, self.holder) = (count, delay, holder)
    }
  }

  /// The output that every stage that draws has.
  public static let drawing = Output<DisplayList>(
    "Its drawing, with its effects and matte, for stages that show it elsewhere.", name: "drawing")

  /// A definition of a stage's name, version, summary and declared parameters, ports and moments.
  ///
  /// A stage that draws also has the parameters of `LayerStyle` and the output `drawing`, which the host sees to.
  ///
  /// - Parameters:
  ///   - stage: The stage itself.
  ///   - name: As job files write it: lower case, words joined by hyphens.
  ///   - version: Raised whenever equal parameters give other pixels than before.
  ///   - summary: One sentence.
  ///   - draws: Whether the stage ever draws; one that only publishes values does not.
  ///   - content: The stages or the job that the stage shows.
  ///   - isSequence: True if the stages that it shows play one after the other.
  ///   - isScreen: True if a shutter over it shows the stages that it holds as they are at the frame's instant.
  ///   - soundtrack: The parameters that name the file with the stage's sound, and turn the sound on.
  ///   - copies: The parameters by which the stage draws copies of what it holds.
  ///   - adjusts: Whether the stage only changes what lies below it.
  ///   - handles: The parameters that are changed on the picture.
  ///   - example: A part of a job for the reference.
  public init<S: Stage>(
    _ stage: S.Type, _ name: String, version: Int, _ summary: String, draws: Bool = true,
    content: StageContent = .none, isSequence: Bool = false, isScreen: Bool = false,
    soundtrack: Soundtrack? = nil, copies: Copies? = nil, adjusts: Bool = false, handles: [StageHandle] = [],
    example: Example? = nil
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    members = Lazy {
      var declared = S.Parameters.declared
      if draws, !adjusts {
        let own = Set(declared.parameters.map(\.name))
        declared.parameters += LayerStyle.common.parameters.filter { !own.contains($0.name) }
      }
      if draws { declared.outputs.append(Self.drawing.definition) }
      return declared
    }
    self.draws = draws
    self.content = content
    self.isSequence = isSequence
    self.isScreen = isScreen
    self.soundtrack = soundtrack
    self.copies = copies
    self.adjusts = adjusts
    self.handles = handles
    self.example = example
  }
}
