import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie limits")
struct DepthTests {
  @Test("Groups within each other are read and drawn as deep as JSON may be")
  func groups() throws {
    var shapes = Animations.square(0, 0, 10) + "," + Animations.red
    for _ in 0..<120 { shapes = #"{ "ty": "gr", "it": [\#(shapes), { "ty": "tr", "p": { "k": [1, 0] } }] }"# }
    let list = try Animations.make(Animations.layer(shapes)).drawing(at: 0)
    #expect(list.bounds == Rect(x: 120, y: 0, width: 10, height: 10))
  }

  @Test("Compositions within each other are drawn as deep as they may be, and refused beyond")
  func compositions() throws {
    func animation(_ count: Int) throws -> LottieAnimation {
      func layer(_ number: Int) -> String {
        #"{ "ty": 0, "refId": "\#(number)", "w": 50, "h": 50, "ip": 0, "op": 20, "ks": {} }"#
      }
      let assets = (0..<count).map { number in
        let content =
          number == count - 1
          ? Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red) : layer(number + 1)
        return #"{ "id": "\#(number)", "layers": [\#(content)] }"#
      }
      return try Animations.make(layer(0), #""assets": [\#(assets.joined(separator: ","))]"#)
    }
    #expect(try animation(64).drawing(at: 0).bounds?.width == 10)
    #expect(throws: StageError.self, performing: { try animation(65) })
  }

  @Test("Expressions within each other are evaluated as deep as they may be")
  func expressions() throws {
    let script = String(repeating: "(", count: 40) + "1" + String(repeating: ")", count: 40)
    let machine = ScriptMachine(ScriptBudget()) { _ in nil }
    #expect(try machine.run(try ScriptParser.read(script)).number == 1)
    let calls = "function f(n) { return n < 1 ? 0 : 1 + f(n - 1); } f(40)"
    #expect(try ScriptMachine(ScriptBudget()) { _ in nil }.run(try ScriptParser.read(calls)).number == 40)
  }

  @Test("Copies of copies end")
  func repeaters() throws {
    let repeater = #"""
      { "ty": "rp", "c": { "k": 1000 }, "o": { "k": 0 }, "m": 1, "tr": { "p": { "k": [1, 0] }, "s": { "k": [100, 100] },
        "a": { "k": [0, 0] }, "r": { "k": 0 }, "so": { "k": 100 }, "eo": { "k": 100 } } }
      """#
    let shapes = [Animations.square(0, 0, 1), Animations.red, repeater, repeater, repeater].joined(separator: ",")
    #expect(try Animations.paths(shapes).count <= ShapeRun.maxPaths)
  }

  @Test("Chains of parents are as long as the file has layers")
  func parents() throws {
    let nulls = (1...2000).map { number in
      #"{ "ty": 3, "ind": \#(number), "parent": \#(number + 1), "ip": 0, "op": 20, "ks": { "p": { "k": [1, 0] } } }"#
    }.joined(separator: ",")
    let last = #"{ "ty": 3, "ind": 2001, "ip": 0, "op": 20, "ks": {} }"#
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red, #""parent": 1"#)
    let list = try Animations.make([nulls, last, layer].joined(separator: ",")).drawing(at: 0)
    #expect(list.bounds?.x == 2000)
  }
}
