import TestSupport
import Testing

@Suite("Named curves on the command line")
struct CurvesTests {
  @Test("Curves are listed, and drawn into a picture")
  func curves() throws {
    let folder = try TemporaryFolder()
    let list = try run(["curves"], in: folder.url)
    #expect(list.code == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("bounce-in-out ") })
    #expect(lines.contains { $0.hasPrefix("material-legacy ") && $0.hasSuffix("cubic-bezier(0.4, 0, 0.2, 1)") })
    #expect(try run(["curves", "-o", "curves.png", "--scale", "0.25"], in: folder.url).code == 0)
    #expect(folder.bytes("curves.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }
}
