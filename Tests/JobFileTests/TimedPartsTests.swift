import JobFile
import StageKit
import Testing

private struct Moving: Stage, ParameterGroup {
  @Parameter("A paint.") var paint: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("A place.") var place: Animated<Point> = Animated(.zero)
  @Parameter("A fixed place.") var anchor = Point.zero
  let position = Output<Point>("Where.")
  static let definition = StageDefinition(Self.self, "moving", version: 1, "Moves.")
  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

@Suite("Values that expressions change in parts")
struct TimedPartsTests {
  private func read(_ parameters: String) -> (stage: Moving?, messages: [String]) {
    let job = """
      { "canvas": { "size": [200, 100], "fps": 10, "duration": 1 }, "variables": { "far": "= 3 * time", "way": ["= time", 2] },
      "stages": [{ "id": "a", "stage": "moving", "parameters": { \(parameters) } }] }
      """
    let result = JobReader.read(bytes: Array(job.utf8), file: "a.json", registry: StageRegistry([Moving.self]))
    return (
      (result.job?.stages.first?.parameters).flatMap { try? Moving($0) },
      result.diagnostics.filter { $0.severity == .error }.map { String($0.description.dropFirst("a.json:".count)) }
    )
  }

  private let frames = (0...10).map { Double($0) / 10 }

  @Test(
    "Coordinates of a point may change by themselves, as if the whole point did",
    arguments: [
      (#"["= 10 + 20 * time", 5]"#, "= [10 + 20 * time, 5]"), (#"[5, "= canvas.width * time"]"#, "= [5, 200 * time]"),
      (#"["= wiggle(2, 6)", "= frame"]"#, "= [wiggle(2, 6), frame]"), (#"["$far", 1]"#, "= [3 * time, 1]"),
      (#""$way""#, "= [time, 2]"), (#"["= 3", "= 2 + 0 * time"]"#, "= [3, 2]"),
    ])
  func points(list: String, whole: String) throws {
    let (parts, expected) = (read("\"place\": \(list)"), read("\"place\": \"\(whole)\""))
    #expect(parts.messages.isEmpty && expected.messages.isEmpty, "\(parts.messages)")
    let (place, other) = (try #require(parts.stage).place, try #require(expected.stage).place)
    for seconds in frames { #expect(place.value(at: seconds).distance(to: other.value(at: seconds)) < 1e-9) }
  }

  @Test("A gradient's colors, offsets and angle may change by themselves")
  func gradients() throws {
    let (stage, messages) = read(
      """
      "paint": { "linear": { "angle": "= 90 * time", "stops": ["= mix('red', 'blue', time)", ["= 0.5 + 0.5 * time", "white"]] } }
      """)
    #expect(messages.isEmpty)
    let paint = try #require(stage).paint
    for seconds in frames {
      guard case .gradient(let value) = paint.value(at: seconds) else {
        Issue.record("no gradient")
        return
      }
      let color = Color(1 - seconds, 0, seconds)
      let (found, offset) = (value.stops[0].color, value.stops[1].offset)
      #expect(
        abs(found.red - color.red) + abs(found.blue - color.blue) < 1e-6 && abs(offset - 0.5 - seconds / 2) < 1e-6)
    }
    #expect(
      read(##""paint": { "linear": { "angle": 0, "stops": ["= mix('#000', '#fff', 0.5)", "white"] } }"##).stage?.paint
        .isConstant == true)
  }

  @Test(
    "Faults are where in the string they are, and said once",
    arguments: [
      (#""place": ["= 1 / time", 5]"#, "2:75: a division by 0"), (#""place": [5, "= tim"]"#, "unknown name 'tim'"),
      (#""place": ["= 'a'", "= time"]"#, "expected a number of points, found a string"),
      (#""place": ["= time", { "keyframes": [{ "at": 0, "value": 1 }] }]"#, #"Write { "x": …, "y": … }"#),
      (#""anchor": ["= time", 1]"#, "found a value that changes with time"),
      (#""paint": { "linear": { "angle": 0, "stops": ["= time < 0.5 ? 'red' : 'rod'", "white"] } }"#, "'rod'"),
      (#""paint": { "linear": { "angle": 0, "stops": ["= 1 / time", "white"] } }"#, "a division by 0"),
    ])
  func faults(parameters: String, expected: String) {
    let found = read(parameters).messages
    #expect(found.count == 1 && found[0].contains(expected), "\(found)")
  }
}
