import JobFile
import StageKit
import Testing

private struct Painter: Stage, ParameterGroup {
  @Parameter("A paint.") var paint: Animated<PaintValue> = Animated(.color(.white))
  static let definition = StageDefinition(Self.self, "painter", version: 1, "Paints.")
  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

@Suite("Paints in jobs")
struct PaintReadingTests {
  private func read(_ paint: String) -> (value: Animated<PaintValue>?, messages: [String]) {
    let job = #"""
      { "canvas": { "size": [20, 20], "fps": 60, "duration": 1 }, "variables": { "dark": "#000" },
        "stages": [{ "id": "it", "stage": "painter", "parameters": { "paint": \#(paint) } }] }
      """#
    let reading = JobReader.read(bytes: Array(job.utf8), file: "a.json", registry: StageRegistry([Painter.self]))
    let messages = reading.diagnostics.filter { $0.severity == .error }.map { "\($0.path): \($0.message)" }
    return ((reading.job?.stages.first?.parameters).flatMap { try? Painter($0) }?.paint, messages)
  }

  @Test("A color is a paint")
  func color() {
    let (value, messages) = read(#""red""#)
    #expect(messages.isEmpty)
    #expect(value?.value(at: 0) == .color(Color(1, 0, 0)))
  }

  @Test("Stops are pairs or colors, variables included")
  func stops() {
    let (value, messages) = read(
      #"{ "radial": { "stops": ["$dark", [0.25, "white"], "$dark"], "spread": "mirror", "radius": 1 } }"#)
    #expect(messages.isEmpty)
    let stops = [GradientStop(0, .black), GradientStop(0.25, .white), GradientStop(1, .black)]
    #expect(
      value?.value(at: 0)
        == .gradient(GradientValue(.radial(center: Point(0.5, 0.5), radius: 1), stops: stops, spread: .mirror)))
  }

  @Test("A gradient names where its colors are mixed")
  func interpolation() {
    let (value, messages) = read(#"{ "linear": { "stops": ["black", "white"], "interpolation": "oklab" } }"#)
    #expect(messages.isEmpty)
    let stops = [GradientStop(0, .black), GradientStop(1, .white)]
    #expect(value?.value(at: 0) == .gradient(GradientValue(.angle(180), stops: stops, interpolation: .oklab)))
    #expect(
      read(#"{ "along": { "stops": ["black"], "interpolation": "lab" } }"#).messages.first?.hasPrefix(
        "stages[0].parameters.paint.along.interpolation: ") == true)
  }

  @Test("Keyframes of gradients are distinguished from gradients")
  func keyframes() {
    let (value, messages) = read(
      #"""
      { "keyframes": [{ "at": 0, "value": "black" },
        { "at": 1, "value": { "conic": { "angle": 90, "stops": ["white", "black"] } } }] }
      """#)
    #expect(messages.isEmpty)
    #expect(
      value?.value(at: 0.5)
        == .gradient(
          GradientValue(
            .conic(center: Point(0.5, 0.5), angle: 90),
            stops: [GradientStop(0, Color(0.5, 0.5, 0.5)), GradientStop(1, .black)])))
  }

  @Test(
    "Faults are reported where they are",
    arguments: [
      (#"7"#, "stages[0].parameters.paint: expected a color, or a gradient as an object, found a number"),
      (#"{ "linear": { "stops": [] } }"#, "stages[0].parameters.paint.linear.stops: there are no stops"),
      (
        #"{ "linear": { "stops": [[0.5, "red"], [0.2, "red"]] } }"#,
        "stages[0].parameters.paint.linear.stops[1]: 0.2 is before the stop at 0.5"
      ),
      (
        #"{ "linear": { "stops": [[2, "red"]] } }"#, "stages[0].parameters.paint.linear.stops[0][0]: 2 is above 1"
      ),
      (
        #"{ "linear": { "from": [0, 0], "stops": ["red"] } }"#,
        "stages[0].parameters.paint.linear: 'from' and 'to' need each other"
      ),
      (
        #"{ "linear": { "angle": 0, "to": [0, 0], "stops": ["red"] } }"#,
        "stages[0].parameters.paint.linear: 'angle' excludes 'from' and 'to'"
      ),
      (#"{ "linear": {} }"#, "stages[0].parameters.paint.linear: 'stops' is missing"),
    ])
  func faults(_ paint: String, _ message: String) {
    #expect(read(paint).messages == [message])
  }

  @Test("Keyframes with nothing between them are a fault")
  func noMix() {
    let keys = #"""
      { "keyframes": [{ "at": 0, "value": { "conic": { "stops": ["red"] } } },
        { "at": 1, "value": { "linear": { "stops": ["red"] } } }] }
      """#
    #expect(
      read(keys).messages == [
        "stages[0].parameters.paint.keyframes[1]: this gradient cannot be interpolated with the one before it"
      ])
  }
}
