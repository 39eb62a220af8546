import Files
import JobFile
import StageKit
import Testing

/// A stage with a parameter of every kind.
struct Dot: Stage, ParameterGroup {
  enum Shape: String, CaseIterable, ParameterChoice { case round, square }

  /// Where a move ends.
  struct End: ParameterGroup {
    @Parameter("How far.", .positive(.meters)) var distance: Double
    @Parameter("How steep.", .range(0...80, .degrees)) var pitch = 0.0
  }

  struct Move: ParameterGroup {
    @Parameter("The end.") var to: End
    @Parameter("How long.", .positive(.seconds)) var lasting = 1.0
  }

  struct Stop: ParameterGroup {
    @Parameter("How long.", .positive(.seconds)) var lasting = 1.0
  }

  struct Look: ParameterGroup {
    @Parameter("How steep.", .range(0...80, .degrees), formerly: ["steepness"]) var pitch = 0.0
  }

  enum Map: ParameterVariant {
    case city(City)
    case file(MapFile)

    struct City: ParameterGroup {
      @Parameter("Of the city.", .range(0...1000)) var seed = 1
    }

    struct MapFile: ParameterGroup {
      @Parameter("It.") var name: FileReference
    }

    static let alternatives: [Alternative<Map>] = [
      .init("city", "Made up.", Map.city), .init("file", "From a file.", Map.file),
    ]

    static var placeholder: Map { .city(City()) }
  }

  @Parameter("How large.", .nonnegative(.points), formerly: ["extent"]) var radius = 4.0
  @Parameter("How many.", .range(1...9)) var count = 1
  @Parameter("Whether filled.") var solid = true
  @Parameter("What it says.") var label = ""
  @Parameter("Of its number.", as: .message(["value"])) var format = "{value}"
  @Parameter("Its form.") var shape = Shape.round
  @Parameter("Its color.") var color: Color = .white
  @Parameter("Where.") var anchor = Point(1, 2)
  @Parameter("Where on earth.") var place: Coordinate?
  @Parameter("Where on the map.", requires: "camera", replacedBy: ["spot"]) var target: Coordinate?
  @Parameter("Its outline.") var outline: Path?
  @Parameter("How it moves.") var curve: Easing = .easeIn
  @Parameter("A picture.", as: .file(extensions: ["png", "jpg"])) var picture: FileReference?
  @Parameter("A way.") var route: RouteSource?
  @Parameter("Lengths.", .nonnegative(.points)) var dashes: [Double] = []
  @Parameter("Its size.", .nonnegative()) var size: Animated<Double> = 1
  @Parameter("Its tint.") var tint: Animated<Color> = Animated(.black)
  @Parameter("Its offset.") var offset: Animated<Point> = Animated(.zero)
  @Parameter("Its sound.", as: .track) var track: String?
  @Parameter("Moves.") var moves: [Move] = []
  @Parameter("Stops.", as: .list(of: Stop.schema, minimumCount: 2)) var stops: [Stop]?
  @Parameter("How it looks.") var look: Look
  @Parameter("The ground.", default: "city") var map: Map
  @Parameter("How often.", as: .repetition) var times = Double.infinity

  let anchorInput = Input<Point?>("Where.", name: "anchor")
  let spot = Input<Coordinate?>("Where.", requires: "camera")
  let camera = Input<Camera?>("Seen by.")
  let scale = Output<Double>("How large.")
  let arrived = Moment("When it is there.")

  static let definition = StageDefinition(Self.self, "dot", version: 1, "A dot.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

extension ParameterValues {
  /// The values that a dot reads of these.
  subscript<Value>(property: KeyPath<Dot, Value>) -> Value { ((try? Dot(self)) ?? Dot())[keyPath: property] }
}

/// A stage that needs a parameter and an input.
struct Needy: Stage, ParameterGroup {
  @Parameter("How fast.", .positive()) var speed: Double
  let target = Input<Point>("Where.")
  static let definition = StageDefinition(Self.self, "needy", version: 1, "Needs things.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

/// Files that exist beside the job.
let files = ["jobs/a.png", "jobs/way.geojson", "jobs/map.txt"]

func read(_ text: String) -> JobReadResult { read(Array(text.utf8)) }

func read(_ bytes: [UInt8]) -> JobReadResult {
  JobReader.read(
    bytes: bytes, file: "jobs/intro.json", registry: StageRegistry([Dot.self, Needy.self]))
}

/// The diagnostics of a job, without the file's name.
func messages(_ text: String) -> [String] { messages(Array(text.utf8)) }

func messages(_ bytes: [UInt8]) -> [String] {
  let result = read(bytes)
  var list = result.list
  if let job = result.job {
    list.append(
      job.inputFileErrors { (path) throws(FileError) in
        if !files.contains(path) { throw FileError("there is no file '\(path)'", isNotFound: true) }
      })
  }
  return list.sorted.map { String($0.description.dropFirst("jobs/intro.json:".count)) }
}

/// The diagnostics of a stage's parameters, which begin at line 2, column 1.
func messages(parameters: String) -> [String] { messages(job(parameters: parameters)) }

func job(parameters: String) -> String {
  #"{"canvas": {"size": [64, 64], "duration": 1}, "stages": [{"id": "a", "stage": "dot", "parameters":"# + "\n"
    + parameters + "\n}]}"
}

/// A stage's parameters as read; nil unless the job is valid.
func parameters(_ text: String) -> ParameterValues? {
  let reading = read(job(parameters: text))
  return reading.isValid ? reading.job?.stages.first?.parameters : nil
}

/// A job, or the parameters of one, and all that is said of it.
struct WrongJob: Sendable, CustomTestStringConvertible {
  let text: String
  let messages: [String]

  init(_ text: String, _ messages: [String]) {
    self.text = text
    self.messages = messages
  }

  var testDescription: String { text }
}
