import Formats
import Foundation
import MediaBase
import TestSupport
import Testing

@testable import Video

@Suite("Movies that fail")
struct FailureTests {
  private func movie(in folder: TemporaryFolder) throws -> (path: String, expectation: MovieExpectation) {
    let settings = try settings()
    let path = folder.file("a.mp4")
    try writeMovie([try segment(0..<10, settings), try segment(10..<15, settings)], settings, to: path)
    return (path, MovieExpectation(format: settings, frameCount: 15, keyFrames: [0, 10]))
  }

  @Test("A whole movie passes")
  func wholeMoviePasses() throws {
    let folder = try TemporaryFolder()
    let (path, expectation) = try movie(in: folder)
    #expect(throws: Never.self) { try verifyMovie(at: path, is: expectation) }
  }

  @Test("A movie cut short anywhere is refused")
  func truncatedMovieIsRefused() throws {
    let folder = try TemporaryFolder()
    let (path, expectation) = try movie(in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in [0, 4, 100, bytes.count / 2, bytes.count - 1] {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
      let text = failure { try verifyMovie(at: folder.file("cut.mp4"), is: expectation) }
      #expect(text.hasPrefix(folder.file("cut.mp4")))
    }
  }

  @Test("A movie with damaged pictures is refused when decoded")
  func damagedPicturesAreRefused() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try movie(in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let pictures = try #require(try topLevelBoxes(at: path, named: path).last { $0.type == "mdat" })
    let start = Int(pictures.offset) + 8
    // The lengths of the first packet's units stay as they are.
    for position in start + 60..<start + 90 { bytes[position] ^= 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(throws: MediaError.self) { try frames(of: path) }
  }

  @Test("Verification names what differs")
  func verificationNamesDifferences() throws {
    let folder = try TemporaryFolder()
    let (path, expectation) = try movie(in: folder)
    func text(_ change: (inout MovieExpectation) throws -> Void) rethrows -> String {
      var changed = expectation
      try change(&changed)
      return failure { try verifyMovie(at: path, is: changed) }
    }
    #expect(text { $0.frameCount = 16 }.contains("packets 15, not 16"))
    #expect(text { $0.keyFrames = [0] }.contains("key frames [0, 10], not [0]"))
    #expect(try text { $0.format = try settings(rate: (30, 1)) }.contains("frame rate 60, not 30"))
    #expect(try text { $0.format = try settings(width: 98) }.contains("width 96, not 98"))
  }

  @Test("A folder that is missing or closed is named")
  func missingFolderIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none/a.mp4")
    let text = failure { _ = try MovieWriter(path: path, format: settings()) }
    #expect(text == "\(path): cannot write the file: there is no folder '\(folder.file("none"))'. Create it first.")
    #expect(failure { _ = try MovieWriter(path: folder.path, format: settings()) }.contains("is a folder"))
    #expect(failure { _ = try MovieWriter(path: "/proc/a.mp4", format: settings()) }.hasPrefix("/proc/a.mp4: "))
  }

  @Test("Segments of other settings do not join, and nothing is left behind")
  func otherSettingsDoNotJoin() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), format: settings())
    try writer.append(segment(0..<3, settings()))
    #expect(folder.names.count == 1)
    let other = try segment(3..<6, settings(preset: .ultrafast))
    #expect(failure { try writer.append(other) }.contains("parameter sets differ"))
    #expect(folder.names == [])
    #expect(throws: MediaError.self) { try writer.append(segment(3..<6, settings())) }
    #expect(throws: MediaError.self) { try writer.finish() }
  }

  @Test("A movie that fails verification leaves the file that was there")
  func failedMovieLeavesOldFile() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let writer = try MovieWriter(path: folder.file("a.mp4"), format: settings(width: 128))
    try writer.append(segment(0..<3, settings()))
    let text = failure { try writer.finish() }
    #expect(text.hasPrefix("\(folder.file("a.mp4")): cannot verify the movie: "))
    #expect(folder.names == ["a.mp4"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4"))) == Data("old".utf8))
  }

  @Test("A movie given up or forgotten leaves nothing behind")
  func canceledMovieLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let canceled = try MovieWriter(path: folder.file("a.mp4"), format: settings())
    try canceled.append(segment(0..<3, settings()))
    canceled.cancel()
    #expect(folder.names == [])
    do {
      let forgotten = try MovieWriter(path: folder.file("b.mp4"), format: settings())
      try forgotten.append(segment(0..<3, settings()))
    }
    #expect(folder.names == [])
    #expect(
      failure { try MovieWriter(path: folder.file("c.mp4"), format: settings()).finish() }.contains("no segments"))
    #expect(folder.names == [])
  }
}

@Suite("Leftovers")
struct LeftoverTests {
  @Test("What a killed writer left is removed by the next one, what somebody still writes is not")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let names = [".pipeline-unfinished-1-0", ".pipeline-unfinished-2-0"]
    for name in names { try Data([1]).write(to: URL(fileURLWithPath: folder.file(name))) }
    let writing = open(folder.file(names[1]), O_RDWR)
    defer { close(writing) }
    #expect(flock(writing, LOCK_EX) == 0)
    let writer = try MovieWriter(path: folder.file("movie.mp4"), format: settings())
    #expect(folder.names.count == 2)
    #expect(folder.names.contains(names[1]))
    #expect(!folder.names.contains(names[0]))
    writer.cancel()
  }

  @Test("Only names that the program gives are removed, whatever else a user's files are called")
  func foreignFiles() throws {
    let folder = try TemporaryFolder()
    let names = [".unfinished-1-0", ".unfinished-teaser", ".pipeline-unfinished-notes", ".pipeline-unfinished-1-0.bak"]
    for name in names { try Data([1]).write(to: URL(fileURLWithPath: folder.file(name))) }
    let writer = try MovieWriter(path: folder.file("movie.mp4"), format: settings())
    writer.cancel()
    #expect(folder.names.sorted() == names.sorted())
  }
}
