import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie settings")
struct SettingTests {
  private func colors(_ settings: String, _ more: String = "") throws -> [Color] {
    let group = #"""
      { "ty": "gr", "nm": "G.1", "it": [\#(Animations.square(0, 0, 10)), \#(Animations.red), { "ty": "tr" }] }
      """#
    let layer = #"{ "ty": 0, "nm": "inner", "refId": "a", "w": 50, "h": 50, "ip": 0, "op": 20, "ks": {} }"#
    let assets = #""assets": [{ "id": "a", "layers": [\#(Animations.layer(group))] }]"#
    let outer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.blue)
    let animation = try Animations.make(layer + "," + outer, assets + more, settings: settings)
    return Animations.flattened(try animation.drawing(at: 0)).compactMap { command in
      if case .fill(_, _, .color(let color), _) = command { color } else { nil }
    }
  }

  @Test("Paths lead through compositions and groups; stars stand for names")
  func paths() throws {
    let (blue, red, lime) = (Color(0, 0, 1), Color(1, 0, 0), Color(0, 1, 0))
    #expect(try colors("{}") == [blue, red])
    #expect(try colors(#"{ "inner.shapes.G\\.1.Red.color": "lime" }"#) == [blue, lime])
    #expect(try colors(#"{ "inner.*.*.Red.color": "rgb(0 255 0)" }"#) == [blue, lime])
    #expect(try colors(#"{ "**.Red.color": [0, 1, 0] }"#) == [blue, lime])
    #expect(try colors(#"{ "**.color": "lime" }"#) == [lime, lime])
    #expect(try colors(#"{ "shapes.Blue.opacity": 50 }"#) == [blue.opacity(0.5), red])
  }

  @Test("Unknown paths and values of another kind are faults with a hint")
  func faults() {
    func fault(_ settings: String) -> String {
      do {
        _ = try colors(settings)
        return ""
      } catch { return "\(error)" }
    }
    #expect(fault(#"{ "shapes.Blue.colour": "red" }"#).contains("Did you mean 'shapes.Blue.color'?"))
    #expect(fault(#"{ "shapes.Blue.color": "redd" }"#).contains("'redd' is no color"))
    #expect(fault(#"{ "shapes.Blue.opacity": "red" }"#).contains("takes a number"))
    #expect(fault(#"{ "a..b": 1 }"#).contains("empty name"))
    #expect(fault(#"{ "": 1 }"#).contains("empty name"))
  }

  @Test("Texts, positions and scales are set")
  func texts() throws {
    let text =
      #"{ "ty": 5, "nm": "title", "ip": 0, "op": 20, "ks": {}, "t": { "d": { "k": [{ "t": 0, "s": { "t": "A", "s": 20, "f": "F", "fc": [1, 0, 0], "lh": 24 } }] } } }"#
    let animation = try Animations.make(
      text, settings: #"{ "title.text": "ABC", "title.position": [5, 6], "title.scale": 200, "title.size": 10 }"#)
    let list = try animation.drawing(at: 0)
    #expect(list.bounds == Rect(x: 5, y: -14, width: 30, height: 20))
  }

  @Test("Slots are set by their ids, and give their values without a setting, too")
  func slots() throws {
    let fill = #"{ "ty": "fl", "c": { "sid": "brand" }, "o": { "k": 100 } }"#
    let slots = #""slots": { "brand": { "p": { "a": 0, "k": [0, 0, 1, 1] } } }"#
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + fill)
    func color(_ settings: String) throws -> Color? {
      let animation = try Animations.make(layer, slots, settings: settings)
      guard case .fill(_, _, .color(let color), _)? = Animations.flattened(try animation.drawing(at: 0)).first else {
        return nil
      }
      return color
    }
    #expect(try color("{}") == Color(0, 0, 1))
    #expect(try color(#"{ "brand": "red" }"#) == Color(1, 0, 0))
  }
}
