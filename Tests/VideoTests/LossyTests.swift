import Coding
import Formats
import Foundation
import StageKit
import TestSupport
import Testing

@testable import Video

/// The promises of every lossy codec, in each of its containers.
@Suite("Lossy formats")
struct LossyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let codec: any Codec
    let container: Container
    var options: [(String, ParameterValue)] = []
    var hasAlpha = false
    var testDescription: String { "\(codec.name) in \(container.name) \(options)\(hasAlpha ? " with alpha" : "")" }

    func format() throws -> OutputFormat {
      try OutputFormat(
        codec, ParameterValues(options + [("gop", .number(4))]), in: container, alpha: hasAlpha, width: 96, height: 80,
        frameRate: .sixty)
    }

    var file: String { "a.\(container.ending)" }
  }

  static let cases: [Case] = [
    Case(codec: H264(), container: .mp4), Case(codec: H264(), container: .mov),
    Case(codec: HEVC(), container: .mp4), Case(codec: HEVC(), container: .mov),
    Case(codec: AV1(), container: .mp4), Case(codec: AV1(), container: .webm),
    Case(codec: VP9(), container: .webm), Case(codec: VP9(), container: .webm, hasAlpha: true),
    Case(codec: H264(), container: .mp4, options: [("chroma", .text("4:4:4"))]),
    Case(codec: HEVC(), container: .mp4, options: [("depth", .text("10"))]),
    Case(codec: AV1(), container: .mp4, options: [("depth", .text("10"))]),
    Case(codec: ProRes(), container: .mov),
    Case(codec: ProRes(), container: .mov, options: [("profile", .text("4444"))]),
    Case(codec: ProRes(), container: .mov, hasAlpha: true),
    Case(codec: ProRes(), container: .mov, options: [("profile", .text("4444xq"))], hasAlpha: true),
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
      #expect(frame.picture.format == format.codec.decodedFormat(of: format.pixelFormat))
      let original = try movingPicture(index, as: format)
      for plane in original.format.planes.indices {
        let quality = peakSignalToNoise(samples(frame.picture, plane: plane), samples(original, plane: plane))
        #expect(quality > 32, "plane \(plane) of frame \(index)")
      }
    }
    #expect(folder.names == [test.file])
  }

  @Test("Groups begin where they are asked to, and decoding can start there", arguments: cases)
  func groupsAreClosed(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write([0..<5, 5..<6, 6..<15], format, to: folder.file(test.file))
    let groups = try movieGroups(at: folder.file(test.file), format)
    #expect(groups.keyFrames == (test.codec is ProRes ? Array(0..<15) : [0, 4, 5, 6, 10, 14]))
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

  @Test("Alpha's groups begin with those of colors, so that frames after a join are those of the segment alone")
  func alphaJoins() throws {
    let (folder, format) = (
      try TemporaryFolder(), try Case(codec: VP9(), container: .webm, hasAlpha: true).format()
    )
    let parts = [0..<7, 7..<8, 8..<14]
    try write(parts, format, to: folder.file("all.webm"))
    let all = try frames(of: folder.file("all.webm")).map(\.picture)
    #expect(all.allSatisfy { $0.format == .yuva420p8 })
    for part in parts {
      try write([part], format, to: folder.file("one.webm"))
      #expect(try frames(of: folder.file("one.webm")).map(\.picture) == Array(all[part]))
    }
  }

  @Test("Bytes of segments with alpha are read back as the same segment")
  func alphaIsStored() throws {
    let format = try Case(codec: VP9(), container: .webm, hasAlpha: true).format()
    let segment = try segment(0..<3, format)
    #expect(segment.packets.allSatisfy { !$0.alpha.isEmpty })
    var writer = BinaryWriter()
    writer.write(segment)
    var reader = BinaryReader(writer.bytes)
    #expect(try EncodedSegment(from: &reader) == segment)
  }

  @Test("Encoders of equal settings agree on parameter sets", arguments: cases)
  func parameterSetsAreEqual(_ test: Case) throws {
    let format = try test.format()
    let (long, short) = (try segment(0..<10, format), try segment(40..<41, format))
    #expect(long.parameterSets == short.parameterSets && long.reorderDelay == short.reorderDelay)
  }
}
