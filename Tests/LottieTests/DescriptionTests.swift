import StageKit
import Testing

@testable import LottieFiles

@Suite("Descriptions of Lottie files")
struct DescriptionTests {
  private func document(_ layers: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      { "v": "5.9.0", "w": 100, "h": 100, "fr": 10, "ip": 0, "op": 20\(more), "layers": [\(layers)] }
      """.utf8)
  }

  private func parts(_ layers: String, _ more: String = "") throws -> [String: String] {
    try LottieParts(document(layers, more), name: "a.json").entries
  }

  @Test("Parts are named as settings name them, equal names by numbers")
  func parts() throws {
    let slots = #", "slots": { "brand": { "p": { "a": 0, "k": [0, 0, 1, 1] } } }"#
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red)
    let found = try parts(layer + "," + layer, slots)
    #expect(found["slots.brand"] == "#0000FF")
    #expect(found["shapes.Red.color"] == "#FF0000" && found["shapes.Red.color (2)"] == "#FF0000")
    #expect(found["shapes.1.size"] == "[10, 10]")
    #expect(found["animation.fr"] == "10")
  }

  @Test("A value that moves has a digest of its own, wherever it lies in the text")
  func digests() throws {
    func position(_ end: Int, _ space: String = "") throws -> String? {
      let ks = #""ks": { "p": \#(space){ "a": 1, "k": [{ "t": 0, "s": [0, 0] }, { "t": 9, "s": [\#(end), 0] }] } }"#
      return try parts(#"{ "ty": 3, "nm": "n", "ip": 0, "op": 9, \#(ks) }"#)["n.position"]
    }
    #expect(try position(5)?.count == 32)
    #expect(try position(5) == position(5, "   "))
    #expect(try position(5) != position(6))
  }

  @Test("Of very many properties, layers alone are named")
  func layers() throws {
    let shapes = (0..<400).map { _ in Animations.square(0, 0, 1) }.joined(separator: ",")
    let few = try parts(Animations.layer(shapes))
    #expect(few["shapes.7.size"] == "[1, 1]")
    let many = try parts(
      [Animations.layer(shapes), Animations.layer(shapes), Animations.layer(shapes)].joined(separator: ","))
    #expect(many["shapes"]?.count == 32 && many["shapes (3)"]?.count == 32 && many["shapes.7.size"] == nil)
  }

  @Test("Sounds of compositions have their times in the animation")
  func sounds() throws {
    let assets = #"""
      , "assets": [{ "id": "s", "u": "audio/", "p": "a.wav" }, { "id": "c", "layers": [
        { "ty": 6, "nm": "hum", "refId": "s", "ip": 2, "op": 30, "st": 1, "au": { "lv": { "k": [50, 50] } } }] }]
      """#
    let outer = #"{ "ty": 0, "nm": "c", "refId": "c", "w": 9, "h": 9, "ip": 4, "op": 15, "st": 3, "ks": {} }"#
    let found = try LottieSounds(document(outer, assets), name: "a.json")
    let sound = try #require(found.sounds.first)
    #expect(sound.source == .file("audio/a.wav") && sound.start == 0.4 && sound.range == 0.5..<1.5)
    #expect(sound.levels == [LottieSound.Level(seconds: 0.5, factor: 0.5)])
    let remapped = outer.replacing(#""ks": {}"#, with: #""ks": {}, "tm": { "k": 0 }"#)
    let silent = try LottieSounds(document(remapped, assets), name: "a.json")
    #expect(silent.sounds.isEmpty && silent.omissions.count == 1)
  }

  @Test("Pictures and sounds beside an animation are found, shown or not")
  func filesBeside() throws {
    let assets = #"""
      , "assets": [{ "id": "s", "u": "audio/", "p": "a.wav" }, { "id": "p", "p": "b.png" },
        { "id": "e", "p": "data:image/png;base64,AAAA" }, { "id": "c", "layers": [] }]
      """#
    #expect(LottieDescription.files(beside: document("", assets)) == ["audio/a.wav", "b.png"])
    #expect(LottieDescription.files(beside: [1, 2, 3]).isEmpty)
  }
}
