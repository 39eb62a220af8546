import Foundation
import Testing

@testable import Files

@Suite("Files that are written as a whole")
struct AtomicFileTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)").path
  var path: String { folder + "/file" }
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func text() -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test("A file has its old content until it is committed, and all of the new one from then on")
  func commit() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try AtomicFile.write(Data("old".utf8), to: path)
    let file = try AtomicFile(for: path)
    try file.write(Array("new ".utf8))
    try file.write(Array("content".utf8)[...])
    #expect(text() == "old")
    #expect(names.count == 2)
    try file.commit()
    #expect(text() == "new content")
    #expect(names == ["file"])
  }

  @Test("A file that is discarded or forgotten leaves nothing and takes nothing more")
  func discard() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try AtomicFile(for: path)
    file.discard()
    #expect(throws: FileError.self) { try file.write([1]) }
    #expect(throws: FileError.self) { try file.commit() }
    _ = try AtomicFile(for: path)
    #expect(names == [])
  }

  @Test("Bytes follow those that others wrote to the temporary file")
  func others() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try AtomicFile(for: path)
    try Data("theirs, ".utf8).write(to: URL(fileURLWithPath: file.temporaryPath))
    try file.seekToEnd()
    try file.write(Array("mine".utf8))
    try file.commit()
    #expect(text() == "theirs, mine")
  }

  @Test("A file has the permissions that are asked for, else those of any new file, and replaces a link")
  func permissions() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("target".utf8).write(to: URL(fileURLWithPath: folder + "/target"))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
    try AtomicFile.write([1], to: path, permissions: 0o640)
    #expect(mode(path) == 0o640)
    #expect(FileManager.default.contents(atPath: folder + "/target") == Data("target".utf8))
    try AtomicFile.write([1], to: path)
    let usual = open(folder + "/usual", O_CREAT | O_WRONLY, 0o666)
    close(usual)
    #expect(mode(path) == mode(folder + "/usual"))
  }

  @Test("Without a lock, a file is under the name that its owner gave it until it is committed")
  func unlocked() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try AtomicFile(for: path, unlockedAt: folder + "/.new")
    try file.write([1, 2])
    #expect(names == [".new"])
    #expect(throws: FileError("'\(path)' cannot be written: File exists", code: EEXIST)) {
      _ = try AtomicFile(for: path, unlockedAt: folder + "/.new")
    }
    try file.commit(synchronizes: false)
    #expect(names == ["file"])
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2]))
  }

  @Test("What keeps a file from being written is named")
  func failures() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let none = FileError("there is no folder '\(folder)/none'", hint: "Create it first.")
    #expect(throws: none) { try AtomicFile.write([], to: "\(folder)/none/file") }
    let taken = FileError("'\(folder)' is a folder, not a file", hint: "Name a file in it.")
    #expect(throws: taken) { try AtomicFile.write([], to: folder) }
    #expect(throws: FileError("the name of the file is empty")) { try AtomicFile.write([], to: "") }
  }

  @Test("What a process left that has ended is removed, what another one left or still writes is not")
  func leftovers() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["7-0", "7-1", "71-0", "7-x"].map { ".pipeline-unfinished-\($0)" }
    for name in names { try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    let writing = open("\(folder)/\(names[1])", O_RDWR)
    defer { close(writing) }
    #expect(flock(writing, LOCK_EX) == 0)
    UnfinishedFiles.removeLeftovers(in: folder, ofProcess: 7)
    #expect(self.names == names.dropFirst().sorted())
  }
}
