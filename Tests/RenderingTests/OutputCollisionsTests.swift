import Testing

@testable import Rendering

@Suite("Output collisions")
struct OutputCollisionsTests {
  @Test("A path has one owner, in any letter case, and no file is a folder of another")
  func owners() {
    var collisions = OutputCollisions()
    let deep = String(repeating: "a/", count: 1000)
    #expect(collisions.claim("/out/\(deep)v.mp4", for: "one") == nil)
    #expect(collisions.claim("/out/\(deep)w.mp4", for: "two") == nil)
    #expect(collisions.claim("/OUT/\(deep)V.mp4", for: "three") == "one")
    #expect(collisions.claim("/out/a", for: "three") != nil)
    #expect(collisions.claim("/out/\(deep)v.mp4/x.mp4", for: "three") == "one")
    #expect(collisions.claim("out/a", for: "three") == nil)
  }
}
