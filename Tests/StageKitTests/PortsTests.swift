import StageKit
import Testing

@Suite("Ports")
struct PortsTests {
  static let camera = Input<Camera?>("A camera.", name: "camera")
  static let anchor = Input<Point>("A point.", name: "anchor")
  static let scale = Output<Double>("A scale.", name: "scale")

  @Test("A frame gives back what was published under an output")
  func publishing() {
    var frame = StageFrame()
    #expect(frame[Self.scale] == nil)
    frame[Self.scale] = 0.5
    #expect(frame[Self.scale] == 0.5)
    #expect(frame.values == ["scale": .number(0.5)])
  }

  @Test("A required input without a value throws, an optional one is nil")
  func missingInputs() throws {
    let inputs = Inputs()
    #expect(throws: StageError.self) { try inputs[Self.anchor] }
    #expect(try inputs[Self.camera] == nil)
    #expect(try Inputs(["anchor": .point(Point(1, 2))])[Self.anchor] == Point(1, 2))
  }

  @Test("Every type of port has as many component names as its values have components")
  func componentNames() {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 1, canvas: Size(1, 1))
    let values: [PortValue] = [
      .number(1), .boolean(true), .point(.zero), .coordinate(Coordinate(longitude: 1, latitude: 2)), .color(.white),
      .camera(camera), .path(.rect(Rect(x: 0, y: 0, width: 1, height: 1))), .drawing(DisplayList()),
    ]
    #expect(Set(values.map(\.type)) == Set(PortType.allCases))
    for value in values { #expect(PortValue.componentNames(of: value.type) == value.components.map(\.name)) }
  }

  @Test("Unequal values have unequal digests")
  func digests() {
    let values: [PortValue] = [.number(0), .number(1), .boolean(false), .boolean(true), .point(.zero), .color(.clear)]
    #expect(Set(values.map(\.digest)).count == values.count)
    #expect(PortValue.number(0).digest == PortValue.number(-0.0).digest)
  }
}
