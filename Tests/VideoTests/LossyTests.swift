import Formats
import Foundation
import StageKit
import TestSupport
import Testing

@testable import Video

/// What holds for every lossy codec, in each of its containers.
@Suite("Lossy formats")
struct LossyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let codec: any Codec
    let container: Container
    var testDescription: String { "\(codec.name) in \(container.name)" }

    func format() throws -> OutputFormat {
      try OutputFormat(
        codec, Parameters([("gop", .number(4))]), in: container, width: 96, height: 80, frameRate: .sixty)
    }

    var file: String { "a.\(container.ending)" }
  }

  static let cases: [Case] = [
    Case(codec: H264(), container: .mp4), Case(codec: H264(), container: .mov),
    Case(codec: HEVC(), container: .mp4), Case(codec: HEVC(), container: .mov),
    Case(codec: AV1(), container: .mp4), Case(codec: AV1(), container: .webm),
    Case(codec: VP9(), container: .webm),
  ]

  private func write(_ parts: [Range<Int>], _ format: OutputFormat, to path: String) throws {
    let writer = try format.writer(to: path)
    for part in parts { try writer.append(segment(part, format)) }
    try writer.finish()
  }

  @Test("Joined segments decode to nearly the frames that went in, at their times", arguments: cases)
  func framesComeBack(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write([0..<5, 5..<6, 6..<15], format, to: folder.file(test.file))
    let frames = try frames(of: folder.file(test.file))
    #expect(frames.map(\.time) == (0..<15).map { format.time(ofFrame: $0) })
    for (index, frame) in frames.enumerated() {
      let original = try movingPicture(index)
      for plane in 0..<3 {
        #expect(peakSignalToNoise(frame.picture.plane(plane), original.plane(plane)) > 32, "\(index) \(plane)")
      }
    }
    #expect(folder.names == [test.file])
  }

  @Test("Groups begin where they are asked to, and decoding can start there", arguments: cases)
  func groupsAreClosed(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write([0..<5, 5..<6, 6..<15], format, to: folder.file(test.file))
    let groups = try movieGroups(at: folder.file(test.file), format)
    #expect(groups.keyFrames == [0, 4, 5, 6, 10, 14])
    #expect(groups.faults == [])
  }

  @Test("Equal frames give equal bytes, marked as the program's", arguments: cases)
  func bytesAreEqual(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    for name in ["a", "b"] { try write([0..<6], format, to: folder.file("\(name).\(test.container.ending)")) }
    let files = folder.names.map { folder.file($0) }
    #expect(files.count == 2)
    #expect(FileManager.default.contentsEqual(atPath: files[0], andPath: files[1]))
    #expect(FileSignature.isOwn(files[0], test.container))
    try Data((FileManager.default.contents(atPath: files[0]) ?? Data()).map { $0 == 0x70 ? 0x71 : $0 })
      .write(to: URL(fileURLWithPath: files[0]))
    #expect(!FileSignature.isOwn(files[0], test.container))
  }

  @Test("Encoders of equal settings agree on parameter sets", arguments: cases)
  func parameterSetsAreEqual(_ test: Case) throws {
    let format = try test.format()
    let (long, short) = (try segment(0..<10, format), try segment(40..<41, format))
    #expect(long.parameterSets == short.parameterSets && long.reorderDelay == short.reorderDelay)
  }
}
