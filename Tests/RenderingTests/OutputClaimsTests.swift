import Testing

@testable import Rendering

@Suite("Output claims")
struct OutputClaimsTests {
  @Test("A path has one owner, in any letter case, and no file is a folder of another")
  func owners() {
    var claims = OutputClaims()
    let deep = String(repeating: "a/", count: 1000)
    #expect(claims.claim("/out/\(deep)v.mp4", for: "one") == nil)
    #expect(claims.claim("/out/\(deep)w.mp4", for: "two") == nil)
    #expect(claims.claim("/OUT/\(deep)V.mp4", for: "three") == "one")
    #expect(claims.claim("/out/a", for: "three") != nil)
    #expect(claims.claim("/out/\(deep)v.mp4/x.mp4", for: "three") == "one")
    #expect(claims.claim("out/a", for: "three") == nil)
  }
}
