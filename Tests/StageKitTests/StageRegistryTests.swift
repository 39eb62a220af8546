import StageKit
import Testing

@Suite("The registry of stages")
struct StageRegistryTests {
  struct First: Stage, ParameterGroup {
    static let definition = StageDefinition(Self.self, "zebra", version: 1, "")
    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }

  struct Second: Stage, ParameterGroup {
    static let definition = StageDefinition(Self.self, "ant", version: 1, "")
    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }

  struct Namesake: Stage, ParameterGroup {
    static let definition = StageDefinition(Self.self, "ant", version: 2, "")
    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }

  @Test("Definitions come in the order of their names")
  func order() {
    #expect(StageRegistry([First.self, Second.self]).definitions.map(\.name) == ["ant", "zebra"])
  }

  @Test("A name that is taken is refused and the first stage stays")
  func nameTaken() {
    var registry = StageRegistry([Second.self])
    let isRegistered = registry.register(Namesake.self)
    #expect(!isRegistered)
    #expect(registry["ant"]?.definition.version == 1)
  }

  @Test("What modules offer is taken once")
  func offers() {
    StageModule.offer(First.self, Second.self)
    #expect(StageModule.takeOffers().map { $0.definition.name } == ["zebra", "ant"])
    #expect(StageModule.takeOffers().isEmpty)
  }
}
