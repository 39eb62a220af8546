import Formats
import Foundation
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Movies")
struct MovieTests {
  /// Three segments of 10 frames and a last one of 3.
  private static let parts = [0..<10, 10..<20, 20..<30, 30..<33]

  @Test("A movie of several segments shows every frame at its exact time, much like the original")
  func movieShowsEveryFrame() throws {
    let folder = try TemporaryFolder()
    let settings = try settings()
    let path = folder.file("a.mp4")
    try writeMovie(try Self.parts.map { try segment($0, settings) }, settings, to: path)
    let ticks = settings.time(ofFrame: 1)
    let frames = try frames(of: path)
    #expect(frames.map(\.time) == (0..<33).map { $0 * ticks })
    for (index, frame) in frames.enumerated() {
      let original = try movingPicture(index)
      for plane in 0..<3 {
        #expect(peakSignalToNoise(frame.picture.plane(plane), original.plane(plane)) > 35)
      }
    }
    #expect(folder.names == ["a.mp4"])
  }

  @Test("A movie says its size, rate, length and colors")
  func movieSaysWhatItIs() throws {
    let folder = try TemporaryFolder()
    let settings = try settings()
    try writeMovie(try Self.parts.map { try segment($0, settings) }, settings, to: folder.file("a.mp4"))
    let info = try MovieReader(path: folder.file("a.mp4")).info
    #expect(info.width == 96 && info.height == 64)
    #expect(info.frameRate == FrameRate(60))
    #expect(info.frameCount == 33)
    #expect(info.startTime == 0)
    #expect(info.duration * 60 == 33 * info.timeScale)
    #expect(info.pixelFormat == "yuv420p" && info.colorRange == "tv" && info.chromaLocation == "center")
    #expect([info.primaries, info.transfer, info.matrix] == ["bt709", "bt709", "bt709"])
  }

  @Test("The index stands before the pictures")
  func indexStandsFirst() throws {
    let folder = try TemporaryFolder()
    try writeMovie([try segment(0..<3, settings())], settings(), to: folder.file("a.mp4"))
    let boxes = try topLevelBoxes(at: folder.file("a.mp4"), named: "a.mp4").map(\.type)
    #expect(boxes.filter { $0 != "free" } == ["ftyp", "moov", "mdat"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
    #expect(bytes.range(of: Data("colrnclx".utf8)) != nil)
    for remark in ["Lavf", "x264"] { #expect(bytes.range(of: Data(remark.utf8)) == nil) }
  }

  @Test("Movies have no edit list, and begin at 0 all the same", arguments: ["a.mp4", "a.mov"])
  func moviesHaveNoEditList(name: String) throws {
    let folder = try TemporaryFolder()
    let format = try OutputFormat(
      H264(), in: name == "a.mp4" ? .mp4 : .mov, width: 96, height: 64, frameRate: .sixty)
    try writeMovie(try Self.parts.map { try segment($0, format) }, format, to: folder.file(name))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    #expect(bytes.range(of: Data("elst".utf8)) == nil)
    #expect(bytes.range(of: Data("ctts".utf8) + [1]) != nil)
    #expect(try frames(of: folder.file(name)).map(\.time) == (0..<33).map { format.time(ofFrame: $0) })
  }

  @Test("The same segments give the same file")
  func sameSegmentsGiveSameFile() throws {
    let folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4"] {
      try writeMovie(try Self.parts.map { try segment($0, settings()) }, settings(), to: folder.file(name))
    }
    #expect(FileManager.default.contentsEqual(atPath: folder.file("a.mp4"), andPath: folder.file("b.mp4")))
  }

  @Test("A repeated segment decodes to the same frames each time", arguments: [1, 2, 10])
  func repeatedSegmentDecodesAlike(count: Int) throws {
    let folder = try TemporaryFolder()
    let segment = try segment(0..<count, settings())
    try writeMovie([segment, segment, segment], settings(), to: folder.file("a.mp4"))
    let pictures = try frames(of: folder.file("a.mp4")).map(\.picture)
    #expect(pictures.count == 3 * count)
    #expect(pictures[..<count] == pictures[count..<2 * count])
    #expect(pictures[..<count] == pictures[(2 * count)...])
  }

  @Test("A segment decodes alike alone and among others")
  func segmentDecodesAlikeAnywhere() throws {
    let folder = try TemporaryFolder()
    let parts = try Self.parts.map { try segment($0, settings()) }
    try writeMovie(parts, settings(), to: folder.file("all.mp4"))
    let all = try frames(of: folder.file("all.mp4")).map(\.picture)
    for (index, part) in parts.enumerated() {
      try writeMovie([part], settings(), to: folder.file("one.mp4"))
      #expect(try frames(of: folder.file("one.mp4")).map(\.picture) == Array(all[Self.parts[index]]))
    }
  }

  @Test(
    "Every preset, also with segments shorter than its reordering, gives a movie that passes verification",
    arguments: H264.Preset.allCases)
  func everyPresetWorks(preset: H264.Preset) throws {
    let folder = try TemporaryFolder()
    let settings = try settings(preset: preset)
    let parts = try [0..<5, 5..<7, 7..<8, 8..<12, 12..<13].map { try segment($0, settings) }
    try writeMovie(parts, settings, to: folder.file("a.mp4"))
    #expect(try frames(of: folder.file("a.mp4")).count == 13)
  }

  @Test("A movie of a single frame lasts one frame")
  func singleFrameLastsOneFrame() throws {
    let folder = try TemporaryFolder()
    try writeMovie([try segment(0..<1, settings())], settings(), to: folder.file("a.mp4"))
    let info = try MovieReader(path: folder.file("a.mp4")).info
    #expect(info.duration * 60 == info.timeScale)
    #expect(try frames(of: folder.file("a.mp4")).count == 1)
  }

  @Test(
    "Frame rates are exact",
    arguments: [
      (30000, 1001), (24000, 1001), (25, 1), (24, 1), (120, 1), (1, 1), (1, 2), (997, 13), (1_000_000, 999_999),
      (1, 1000), (1000, 1),
    ])
  func frameRatesAreExact(numerator: Int, denominator: Int) throws {
    let folder = try TemporaryFolder()
    let settings = try settings(rate: (numerator, denominator))
    try writeMovie([try segment(0..<7, settings), try segment(7..<9, settings)], settings, to: folder.file("a.mp4"))
    let info = try MovieReader(path: folder.file("a.mp4")).info
    #expect(info.frameRate == settings.frameRate)
    #expect(info.duration * numerator == 9 * denominator * info.timeScale)
  }

  @Test("Lossless settings give the frames back exactly")
  func losslessIsExact() throws {
    let folder = try TemporaryFolder()
    try writeMovie([try segment(0..<4, settings(crf: 0))], settings(crf: 0), to: folder.file("a.mp4"))
    #expect(try frames(of: folder.file("a.mp4")).map(\.picture) == (0..<4).map { try movingPicture($0) })
  }

  @Test("Decoding does not depend on the number of threads")
  func threadsDoNotMatter() throws {
    let folder = try TemporaryFolder()
    try writeMovie(try Self.parts.map { try segment($0, settings()) }, settings(), to: folder.file("a.mp4"))
    #expect(try frames(of: folder.file("a.mp4"), threads: 4) == frames(of: folder.file("a.mp4")))
  }
}
