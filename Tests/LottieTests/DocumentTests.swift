import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie documents")
struct DocumentTests {
  private func fault(_ text: String) -> String {
    do {
      _ = try LottieAnimation(Array(text.utf8), name: "a.json", Animations.resources())
      return ""
    } catch { return "\(error)" }
  }

  @Test("Faults name their line and column")
  func faults() {
    #expect(fault("{\n  \"w\": }") == "a.json:2:8: w: found '}', expected a value")
    #expect(fault("{}").contains("a.json:1:1: has no 'layers'"))
    #expect(fault(#"{ "layers": [], "w": 1, "h": 1, "fr": 30, "op": "x" }"#).contains("expected a number for 'op'"))
    #expect(fault(#"{ "layers": [1], "w": 1, "h": 1, "fr": 30, "op": 1 }"#).contains("a.json:1:14: expected an object"))
    #expect(fault(#"{ "layers": [], "w": 1, "h": 1, "fr": 0, "op": 1 }"#).contains("frame rate"))
    #expect(
      fault(String(repeating: "[", count: 10_000)) == "a.json:1:257: arrays and objects are nested more than 256 deep")
  }

  @Test("Compositions that show themselves, and layers that are their own ancestors, are faults")
  func cycles() {
    let nested = #"{ "ty": 0, "refId": "a", "w": 1, "h": 1, "ip": 0, "op": 1, "ks": {} }"#
    #expect(
      throws: StageError.self,
      performing: { try Animations.make(nested, #""assets": [{ "id": "a", "layers": [\#(nested)] }]"#) })
    let parents = """
      { "ty": 3, "ind": 1, "parent": 2, "ip": 0, "op": 1, "ks": {} },
      { "ty": 3, "ind": 2, "parent": 1, "ip": 0, "op": 1, "ks": {} }
      """
    #expect(throws: StageError.self, performing: { try Animations.make(parents) })
  }

  @Test("Compositions that multiply without end are refused")
  func explosion() {
    let assets = (0..<40).map { index in
      let layer = #"{ "ty": 0, "refId": "\#(index + 1)", "w": 1, "h": 1, "ip": 0, "op": 1, "ks": {} }"#
      return #"{ "id": "\#(index)", "layers": [\#(layer), \#(layer)] }"#
    }.joined(separator: ",")
    let first = #"{ "ty": 0, "refId": "0", "w": 1, "h": 1, "ip": 0, "op": 1, "ks": {} }"#
    #expect(
      throws: StageError.self,
      performing: { try Animations.make(first, #""assets": [\#(assets), { "id": "40", "layers": [] }]"#) })
  }

  @Test("Things that are not drawn are named once, with their layer")
  func omissions() throws {
    let layer = Animations.layer(
      #"{ "ty": "xx", "nm": "Odd" }, { "ty": "xx", "nm": "Odd" }, \#(Animations.red)"#,
      #""ef": [{ "ty": 99, "nm": "Turbulent displace", "mn": "ADBE Turbulent" }]"#)
    let animation = try Animations.make(layer)
    #expect(
      animation.omissions == [
        "layer 'shapes': the shape 'Odd' of the type 'xx' is not drawn",
        "layer 'shapes': the effect 'Turbulent displace' is not drawn",
      ])
  }

  @Test("Markers count from the animation's start")
  func markers() throws {
    let animation = try Animations.make("", #""markers": [{ "cm": "Loop", "tm": 5, "dr": 10 }]"#)
    #expect(animation.header.marker("loop")?.start == 0.5)
    #expect(animation.header.marker("Loop")?.duration == 1)
    #expect(animation.header.duration == 2)
  }

  @Test("Archives give the animation that their manifest begins with")
  func archive() throws {
    let json = #"{ "w": 7, "h": 5, "fr": 10, "ip": 0, "op": 20, "layers": [] }"#
    let bytes = Archives.stored([
      ("manifest.json", #"{ "animations": [{ "id": "one" }, { "id": "two" }] }"#), ("a/two.json", "{}"),
      ("a/one.json", json),
    ])
    let animation = try LottieAnimation(bytes, name: "a.lottie", Animations.resources())
    #expect(animation.header.size == Size(7, 5))
    #expect(
      throws: StageError.self,
      performing: { try LottieAnimation(bytes, name: "a.lottie", animation: "three", Animations.resources()) })
    for length in stride(from: 4, to: bytes.count, by: 7) {
      #expect(
        throws: StageError.self,
        performing: { try LottieAnimation(Array(bytes[..<length]), name: "a.lottie", Animations.resources()) })
    }
  }

  @Test("Base64 is read with padding and spaces")
  func base64() {
    #expect(Base64.decoded("TWFu".utf8) == Array("Man".utf8))
    #expect(Base64.decoded("TW E=\n".utf8) == Array("Ma".utf8))
    #expect(Base64.decoded("TQ==".utf8) == Array("M".utf8))
    #expect(Base64.decoded("T!==".utf8) == nil)
  }
}

/// Makes ZIP archives.
enum Archives {
  /// An archive of files that are not packed.
  static func stored(_ files: [(String, String)]) -> [UInt8] {
    var (result, directory) = ([UInt8](), [UInt8]())
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    for (name, text) in files {
      let (name, content) = (Array(name.utf8), Array(text.utf8))
      let sizes = number(content.count, 4) + number(content.count, 4)
      let start = result.count
      result += [0x50, 0x4B, 3, 4] + number(20, 2) + number(0, 12) + sizes + number(name.count, 2) + number(0, 2)
      result += name + content
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + number(20, 2) + number(0, 12) + sizes
      directory += number(name.count, 2) + number(0, 12) + number(start, 4) + name
    }
    let end = number(files.count, 2) + number(files.count, 2) + number(directory.count, 4) + number(result.count, 4)
    return result + directory + [0x50, 0x4B, 5, 6] + number(0, 4) + end + number(0, 2)
  }
}
