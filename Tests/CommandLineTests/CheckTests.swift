import Foundation
import TestSupport
import Testing

@Suite("Checking files", .waitsForProcesses)
struct CheckTests {
  @Test("Delivered files are fine, and others are judged with exit code 3")
  func check() throws {
    let folder = try TemporaryFolder()
    try Data(
      """
      {"canvas": {"size": [64, 64], "fps": 25, "duration": 0.4, "background": "clear"},
       "stages": [{"id": "a", "stage": "typing-dots"}],
       "outputs": [{"file": "a.mp4", "background": "white"}, {"file": "a.webm"}, {"file": "a.mkv"},
         {"file": "a.gif"}, {"file": "a.webp"}, {"file": "a.png", "poster": {"at": 0.2}}]}
      """.utf8
    ).write(to: folder.url.appendingPathComponent("job.json"))
    let rendered = try run(["run", "job.json", "-o", "."], in: folder.url)
    #expect(rendered.code == 0, "\(rendered.errors)")
    let files = ["a.mp4", "a.webm", "a.mkv", "a.gif", "a.webp", "a.png"]
    let fine = try run(["check"] + files, in: folder.url)
    #expect(fine.code == 0, "\(fine.output)")
    for file in files { #expect(fine.output.contains("\(file): fine, ")) }
    let judged = try run(["check", "--for", "app-store-preview", "a.mp4"], in: folder.url)
    #expect(judged.code == 3)
    #expect(judged.output.contains("the App Store: 0.4 s; 15 to 30 s are taken"))
    try Data("not a movie".utf8).write(to: folder.url.appendingPathComponent("b.mp4"))
    #expect(try run(["check", "a.mp4", "b.mp4"], in: folder.url).code == 3)
    #expect(try run(["check", "a.mp4", "missing.mp4"], in: folder.url).code == 2)
    #expect(try run(["check", "--for", "nowhere", "a.mp4"], in: folder.url).code == 2)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link.mp4", withDestinationPath: "nowhere.mp4")
    let dangling = try run(["check", "link.mp4"], in: folder.url)
    #expect(dangling.code == 2)
    #expect(dangling.errors.contains("'link.mp4' is a link to 'nowhere.mp4', which does not exist"))
  }
}
