import Foundation
import TestSupport
import Testing

@testable import Rendering

struct MachineIdentityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let parts = ["program": "0123456789abcdef", "fonts": "11111111ffff", "libx264": "2222222200"]

  /// Writes a file with the mark of a TrueType font.
  private func write(font name: String, _ content: String) throws {
    let url = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try (Data([0, 1, 0, 0]) + Data(content.utf8)).write(to: url)
  }

  private func fonts(in folders: String...) -> String {
    "\(MachineIdentity.fonts(in: folders.map { folder.url.appendingPathComponent($0).path }))"
  }

  @Test("Equal parts are equal identities")
  func equal() throws {
    let (a, b) = (MachineIdentity(parts: parts), MachineIdentity(parts: parts))
    #expect(a.digest == b.digest)
    #expect(a.differences(from: b).isEmpty)
    try a.check(against: b)
  }

  @Test("What differs is named, by name, with both digests")
  func differences() {
    var others = parts
    others["fonts"] = "33333333ffff"
    others["libx264"] = nil
    others["stage library Own"] = "44444444"
    let (here, there) = (MachineIdentity(parts: parts), MachineIdentity(parts: others))
    #expect(here.digest != there.digest)
    #expect(
      here.differences(from: there).map(\.description) == [
        "fonts: 11111111 here, 33333333 there", "libx264: missing there", "stage library Own: missing here",
      ])
    let mismatch = #expect(throws: MachineMismatch.self) { try here.check(against: there) }
    #expect(mismatch?.description.hasSuffix("Run the same bundle on all machines; Scripts/bundle makes one.") == true)
  }

  @Test("Where arithmetic alone differs, the hint is about processors")
  func otherProcessor() {
    let here = MachineIdentity(parts: parts.merging(["math library": "5"]) { $1 })
    let there = MachineIdentity(parts: parts.merging(["math library": "6"]) { $1 })
    let mismatch = #expect(throws: MachineMismatch.self) { try here.check(against: there) }
    #expect(mismatch?.description.contains("Use processors of one kind") == true)
  }

  @Test("JSON gives back what it was made of, and holds the digest of all parts")
  func json() throws {
    let identity = MachineIdentity(parts: parts)
    let data = try JSONEncoder().encode(identity)
    #expect(try JSONDecoder().decode(MachineIdentity.self, from: data) == identity)
    let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(members["digest"] as? String == identity.digest)
  }

  @Test("Fonts count by content, wherever they are and whatever their names are")
  func fontsByContent() throws {
    try write(font: "a/one.ttf", "one")
    try write(font: "a/sub/two.ttf", "two")
    try write(font: "b/x.ttf", "two")
    try write(font: "c/y.ttf", "one")
    try write(font: "d/one.ttf", "one")
    try write(font: "d/two.ttf", "other")
    #expect(fonts(in: "a") == fonts(in: "b", "c"))
    #expect(fonts(in: "b", "c") == fonts(in: "c", "b", "a"))
    #expect(fonts(in: "a") != fonts(in: "b"))
    #expect(fonts(in: "a") != fonts(in: "d"))
  }

  @Test("Links in folders of fonts are followed once, and other files do not count")
  func linksAndOtherFiles() throws {
    try write(font: "a/one.ttf", "one")
    try write(font: "b/one.ttf", "one")
    let inside = folder.url.appendingPathComponent("b")
    try Data("fonts".utf8).write(to: inside.appendingPathComponent("fonts.dir"))
    try FileManager.default.createSymbolicLink(at: inside.appendingPathComponent("again"), withDestinationURL: inside)
    #expect(fonts(in: "a") == fonts(in: "b"))
    try write(font: "elsewhere/two.ttf", "two")
    try FileManager.default.createSymbolicLink(
      at: inside.appendingPathComponent("more"), withDestinationURL: folder.url.appendingPathComponent("elsewhere"))
    #expect(fonts(in: "b") == fonts(in: "a", "elsewhere"))
  }

  @Test("A library without a build ID counts by all its bytes, one with it by its head")
  func libraries() throws {
    let url = folder.url.appendingPathComponent("lib.so")
    func digest(_ head: [UInt8], _ last: UInt8) throws -> String {
      try Data(head + [UInt8](repeating: 0, count: 8192) + [last]).write(to: url)
      return "\(FileDigest.library(url.path))"
    }
    let mark: [UInt8] = [3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
    #expect(try digest([1], 1) != digest([1], 2))
    #expect(try digest(mark + [1], 1) == digest(mark + [1], 2))
    #expect(try digest(mark + [1], 1) != digest(mark + [2], 1))
  }

  @Test("This process's identity names the program, fonts, the math library, encoders and what lays out text")
  func current() {
    let identity = MachineIdentity.current()
    let expected = ["program", "StageKit", "fonts", "math library", "libavcodec", "libx264", "libharfbuzz"]
    #expect(expected.filter { identity.parts[$0] == nil } == [])
    #expect(identity == MachineIdentity.current())
  }
}
