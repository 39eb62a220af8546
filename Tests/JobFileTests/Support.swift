import Files
import JobFile
import StageKit
import Testing

/// A stage with a parameter of every kind.
struct Dot: Stage {
  enum Shape: String, CaseIterable, Sendable { case round, square }

  static let radius = ParameterKey.number("radius", "How large.", default: 4, .nonnegative(.points))
  static let speed = ParameterKey.number("speed", "How fast.", .positive())
  static let count = ParameterKey.integer("count", "How many.", default: 1, .range(1...9))
  static let isSolid = ParameterKey.boolean("solid", "Whether filled.", default: true)
  static let label = ParameterKey.text("label", "What it says.", default: "")
  static let format = ParameterKey.message("format", "Of its number.", default: "{value}", values: ["value"])
  static let shape = ParameterKey.choice("shape", "Its form.", default: Shape.round)
  static let color = ParameterKey.color("color", "Its color.", default: .white)
  static let anchor = ParameterKey.point("anchor", "Where.", default: Point(1, 2))
  static let camera = Input<Camera?>("camera", "Seen by.")
  static let spot = Input<Coordinate?>("spot", "Where.").requiring(camera)
  static let place = ParameterKey.coordinate("place", "Where on earth.").optional
  static let target = ParameterKey.coordinate("target", "Where on the map.").optional.requiring(camera).replaced(by: spot)
  static let outline = ParameterKey.path("outline", "Its outline.").optional
  static let curve = ParameterKey.curve("curve", "How it moves.", default: .easeIn)
  static let picture = ParameterKey.file("picture", "A picture.", extensions: ["png", "jpg"]).optional
  static let route = ParameterKey.route("route", "A way.").optional
  static let dashes = ParameterKey.numbers("dashes", "Lengths.", default: [], .nonnegative(.points))
  static let size = ParameterKey.number("size", "Its size.", default: 1, .nonnegative()).animated
  static let tint = ParameterKey.color("tint", "Its tint.", default: .black).animated
  static let track = ParameterKey.track("track", "Its sound.")
  static let offset = ParameterKey.point("offset", "Its offset.", default: .zero).animated

  static let distance = ParameterKey.number("distance", "How far.", .positive(.meters))
  static let pitch = ParameterKey.number("pitch", "How steep.", default: 0, .range(0...80, .degrees))
  static let to = ParameterKey.object("to", "The end.", [distance, pitch])
  static let lasting = ParameterKey.number("lasting", "How long.", default: 1, .positive(.seconds))
  static let moves = ParameterKey.objects("moves", "Moves.", [to, lasting])
  static let stops = ParameterKey.objects("stops", "Stops.", minimumCount: 2, [lasting]).optional
  static let times = ParameterKey.repetition("times", "How often.", default: .infinity)
  static let look = ParameterKey.object("look", "How it looks.", [pitch])

  static let seed = ParameterKey.integer("seed", "Of the city.", default: 1, .range(0...1000))
  static let map = ParameterKey.variant(
    "map", "The ground.", default: "city",
    [.init("city", "Made up.", [seed]), .init("file", "From a file.", [ParameterKey.file("name", "It.", extensions: [])])])

  static var parameters: [any AnyParameter] {
    [
      radius, count, isSolid, label, format, shape, color, anchor, place, target, outline, curve, picture, route,
      dashes, size,
      tint,
      offset, track, moves, stops, look, map, times,
    ]
  }

  static let definition = StageDefinition(
    name: "dot", version: 1, summary: "A dot.", parameters: parameters,
    inputs: [Input<Point?>("anchor", "Where."), spot, camera],
    outputs: [Output<Double>("scale", "How large.")], moments: [Moment("arrived", "When it is there.")])

  init(_ parameters: ParameterValues, _ context: any StageContext) {}
  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

/// A stage that needs a parameter and an input.
struct Needy: Stage {
  static let speed = Dot.speed
  static let definition = StageDefinition(
    name: "needy", version: 1, summary: "Needs things.", parameters: [speed],
    inputs: [Input<Point>("target", "Where.")], outputs: [], moments: [])

  init(_ parameters: ParameterValues, _ context: any StageContext) {}
  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

/// Files that exist beside the job.
let files = ["jobs/a.png", "jobs/way.geojson", "jobs/map.txt"]

func read(_ text: String) -> JobReadResult { read(Array(text.utf8)) }

func read(_ bytes: [UInt8]) -> JobReadResult {
  JobReader.read(
    bytes: bytes, file: "jobs/intro.json", registry: StageRegistry([Dot.self, Needy.self]))
}

/// What is said of a job, without the file's name.
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

/// What is said of a stage's parameters, which begin at line 2, column 1.
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
