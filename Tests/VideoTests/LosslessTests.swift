import Formats
import Foundation
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

/// The promises of every lossless codec, in its container, with and without alpha.
@Suite("Lossless formats")
struct LosslessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let codec: any Codec
    let container: Container
    let hasAlpha: Bool
    var options: [(String, ParameterValue)] = []
    var testDescription: String {
      "\(codec.name) \(options) in \(container.name)\(hasAlpha ? " with alpha" : "")"
    }

    func format() throws -> OutputFormat {
      try OutputFormat(
        codec, ParameterValues(options), in: container, alpha: hasAlpha, width: 96, height: 64, frameRate: .sixty)
    }

    var file: String { container.isNumbered ? "a-{frame}.\(container.ending)" : "a.\(container.ending)" }
  }

  static let cases: [Case] = [
    Case(codec: FFV1(), container: .matroska, hasAlpha: false),
    Case(codec: FFV1(), container: .matroska, hasAlpha: true),
    Case(codec: PNG(), container: .pngFiles, hasAlpha: false),
    Case(codec: PNG(), container: .pngFiles, hasAlpha: true),
    Case(codec: PNG(), container: .pngFiles, hasAlpha: false, options: [("depth", .text("16"))]),
    Case(codec: PNG(), container: .pngFiles, hasAlpha: true, options: [("depth", .text("16"))]),
  ]

  private func encoded(_ frames: Range<Int>, _ format: OutputFormat) throws -> EncodedSegment {
    let encoder = try SegmentEncoder(format)
    for frame in frames { try encoder.encode(movingPixels(frame, format)) }
    return try encoder.finish()
  }

  private func write(_ segments: [EncodedSegment], _ format: OutputFormat, to path: String) throws {
    let writer = try format.writer(to: path)
    for segment in segments { try writer.append(segment) }
    try writer.finish()
  }

  @Test("Joined segments decode to the frames that went in, at their times", arguments: cases)
  func framesComeBack(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write(
      [encoded(0..<5, format), encoded(5..<6, format), encoded(6..<9, format)], format, to: folder.file(test.file))
    let reader = try format.reader(of: folder.file(test.file))
    for frame in 0..<9 {
      let decoded = try #require(try reader.next())
      #expect(decoded.picture == (try movingPixels(frame, format)))
      #expect(decoded.time == format.time(ofFrame: frame))
    }
    #expect(try reader.next() == nil)
    #expect(folder.names == (test.container.isNumbered ? (0..<9).map { "a-000\($0).png" } : [test.file]))
  }

  @Test("Equal frames give equal bytes, however they are cut into segments", arguments: cases)
  func bytesAreEqual(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    var files: [[Data]] = []
    for cuts in [[0..<6], [0..<1, 1..<4, 4..<6]] {
      try write(cuts.map { try encoded($0, format) }, format, to: folder.file(test.file))
      files.append(folder.names.map { FileManager.default.contents(atPath: folder.file($0)) ?? Data() })
    }
    #expect(files[0] == files[1])
  }

  @Test("What is written carries the program's mark", arguments: cases)
  func filesAreMarked(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write([encoded(0..<2, format)], format, to: folder.file(test.file))
    for name in folder.names {
      #expect(FileSignature.isOwn(folder.file(name), test.container))
      try Data((FileManager.default.contents(atPath: folder.file(name)) ?? Data()).map { $0 == 0x70 ? 0x71 : $0 })
        .write(to: URL(fileURLWithPath: folder.file(name)))
      #expect(!FileSignature.isOwn(folder.file(name), test.container))
    }
  }

  @Test("A writer that is given up leaves nothing behind, and files that were there", arguments: cases)
  func canceledWriterLeavesNothing(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    let writer = try format.writer(to: folder.file(test.file))
    try writer.append(encoded(0..<2, format))
    #expect(folder.names.count == 1)
    writer.cancel()
    #expect(folder.names == [])
    #expect(throws: MediaError.self) { try writer.append(encoded(0..<2, format)) }
    #expect(throws: MediaError.self) { try writer.finish() }
  }

  @Test("Damage anywhere in a packet is found", arguments: cases)
  func damageIsFound(_ test: Case) throws {
    let (folder, format) = (try TemporaryFolder(), try test.format())
    try write([encoded(0..<2, format)], format, to: folder.file(test.file))
    let file = folder.file(try #require(folder.names.first))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let middle = bytes.count / 2
    for position in middle..<middle + 20 { bytes[position] ^= 0x5A }
    try bytes.write(to: URL(fileURLWithPath: file))
    #expect(throws: MediaError.self) {
      let reader = try format.reader(of: folder.file(test.file))
      while try reader.next() != nil {}
    }
  }

  @Test("Verification of a Matroska file names what differs")
  func matroskaIsVerified() throws {
    let folder = try TemporaryFolder()
    let format = try Self.cases[1].format()
    try write([encoded(0..<4, format)], format, to: folder.file("a.mkv"))
    func text(_ expected: MovieExpectation) -> String {
      failure { try verifyMovie(at: folder.file("a.mkv"), is: expected) }
    }
    #expect(text(MovieExpectation(format: format, frameCount: 4, keyFrames: [0, 1, 2, 3])) == "no error")
    #expect(text(MovieExpectation(format: format, frameCount: 5)).contains("packets 4, not 5"))
    let opaque = try Self.cases[0].format()
    #expect(text(MovieExpectation(format: opaque, frameCount: 4)).contains("pixel format bgra, not bgr0"))
  }
}
