import Foundation
import Testing

@testable import Files

@Suite("File system checks and operations")
struct FileSystemTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)").path

  init() throws {
    for name in ["", "/folder", "/links"] {
      try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: true)
    }
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
    for (name, target) in [("circle", "circle"), ("nowhere", "gone"), ("fine", "../file"), ("folder", "../folder")] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/links/\(name)", withDestinationPath: target)
    }
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
  }

  /// The error that an operation throws, without the test's folder in its message.
  private func error(_ operation: () throws(FileError) -> Void) -> FileError? {
    do {
      try operation()
      return nil
    } catch {
      return FileError(error.message.replacingOccurrences(of: folder + "/", with: ""), hint: error.hint)
    }
  }

  @Test(
    "What is not a readable file is named for what it is",
    arguments: [
      ("file", nil), ("links/fine", nil), ("gone", "there is no file 'gone'"),
      ("gone/further", "there is no file 'gone/further'"), ("folder", "'folder' is a folder, not a file"),
      ("links/folder", "'links/folder' is a folder, not a file"), ("pipe", "'pipe' is a pipe, not a file"),
      ("links/circle", "'links/circle' is a link in a cycle of links"),
      ("links/nowhere", "'links/nowhere' is a link to 'gone', which does not exist"),
      ("links/nowhere/further", "'links/nowhere' is a link to 'gone', which does not exist"),
      ("file/further", "'file/further' cannot exist: 'file' is a file, not a folder"),
    ])
  func reading(_ name: String, _ expected: String?) {
    #expect(error { () throws(FileError) in try FileSystem.checkReadable("\(folder)/\(name)") }?.message == expected)
  }

  @Test("A name that is not UTF-8 gets a hint")
  func encoding() {
    func hint(_ name: String) -> String? {
      error { () throws(FileError) in try FileSystem.checkReadable("\(folder)/\(name)") }?.hint
    }
    #expect(hint("bad\u{FFFD}.json") == "Its name may contain bytes that are not UTF-8; rename it.")
    #expect(hint("bad.json") == nil)
  }

  @Test("A path or name that is too long is reported with the limit")
  func lengths() {
    let name = String(repeating: "x", count: 256)
    func length(_ path: String) -> String? {
      error { () throws(FileError) in try FileSystem.checkLength(ofNewFile: path) }?.message
    }
    func reading(_ path: String) -> String? {
      error { () throws(FileError) in try FileSystem.checkReadable(path) }?.message
    }
    #expect(reading("\(folder)/\(name)") == "'\(name)' has a name of 256 bytes, more than 255")
    #expect(length("\(folder)/\(name.dropLast())") == nil)
    #expect(length("\(folder)/\(name)") == "'\(name)' has a name of 256 bytes, more than 255")
    let deep = "/" + String(repeating: "y/", count: 2044)
    #expect(length(deep + "123456") != nil)
    #expect(
      error { () throws(FileError) in try FileSystem.checkWritable(folder: deep) }?.message.contains(
        "has 4089 bytes as an absolute path") == true)
    #expect(reading(deep + "1234567")?.contains("more than 4095") == true)
  }

  @Test(
    "Folders that cannot be created are reported before anything is written",
    arguments: [
      ("folder", nil), ("folder/new/newer", nil), ("links/folder/new", nil),
      ("file", "'file' is a file, not a folder"), ("file/new", "'file' is a file, not a folder"),
      ("pipe/new", "'pipe' is a pipe, not a folder"),
      ("links/nowhere", "'links/nowhere' is a link to 'gone', which does not exist"),
      ("links/circle/new", "'links/circle' is a link in a cycle of links"),
    ])
  func folders(_ name: String, _ expected: String?) {
    #expect(
      error { () throws(FileError) in try FileSystem.checkWritable(folder: "\(folder)/\(name)") }?.message == expected)
    #expect(error { () throws(FileError) in try FileSystem.createFolder("\(folder)/\(name)") }?.message == expected)
    #expect(FileSystem.isFolder("\(folder)/\(name)") == (expected == nil))
    #expect(
      error { () throws(FileError) in try FileSystem.checkWritable(folder: "") }?.message
        == "the name of the folder is empty")
  }

  @Test(
    "Files are written to folders that exist",
    arguments: [
      ("file", nil), ("folder/new", nil), ("links/nowhere", nil), ("folder", "'folder' is a folder, not a file"),
      ("new/", "'new/' is a folder, not a file"), ("file/new", "'file' is a file, not a folder"),
      ("new/file", "there is no folder 'new'"),
    ])
  func files(_ name: String, _ expected: String?) {
    #expect(
      error { () throws(FileError) in try FileSystem.checkWritable(file: "\(folder)/\(name)") }?.message == expected)
  }

  @Test("Foundation's errors have the system's message, even wrapped twice")
  func reasons() {
    let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOTDIR))
    let wrapped = NSError(
      domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOTDIR)])
    let twice = NSError(domain: "other", code: 1, userInfo: [NSUnderlyingErrorKey: wrapped])
    for error in [posix, wrapped, twice] { #expect(SystemError.message(of: error) == "Not a directory") }
    #expect(SystemError.message(of: CocoaError(.fileWriteOutOfSpace)) == "No space left on device")
    #expect(SystemError.message(of: NSError(domain: "other", code: 1)) == "unknown system error")
    #expect(SystemError.describe(CocoaError(.fileWriteOutOfSpace)) == "No space left on device")
    #expect(SystemError.describe(wrapped) == "Not a directory")
    #expect(SystemError.describe(FileError("what", hint: "Hint.")) == "what. Hint.")
    #expect(throws: (any Error).self) {
      do { try Data().write(to: URL(fileURLWithPath: folder + "/file/new")) } catch {
        #expect(SystemError.errno(of: error) == ENOTDIR)
        throw error
      }
    }
  }

  @Test("Only regular files are opened, up to a limit, links only if followed")
  func regularFile() throws {
    #expect(try RegularFile(folder + "/links/fine").bytes(limit: 4) == Array("text".utf8))
    #expect(throws: FileError("'\(folder)/file' has 4 bytes, more than 3")) {
      try RegularFile(folder + "/file").bytes(limit: 3)
    }
    #expect(throws: FileError("'\(folder)/pipe' is a pipe, not a file")) { try RegularFile(folder + "/pipe") }
    #expect(throws: FileError.self) { try RegularFile(folder + "/links/fine", followingLinks: false) }
  }

  @Test("Files are readable below the job's folder and allowed ones, after links are followed")
  func access() throws {
    let own = FileAccess(jobFolder: folder + "/links", allowedFolders: [])
    #expect(throws: FileError.self) { try own.check(folder + "/links/fine") }
    #expect(throws: FileError.self) { try own.open(folder + "/links/fine") }
    let allowed = FileAccess(jobFolder: folder + "/links", allowedFolders: [folder])
    try allowed.check(folder + "/links/fine")
    #expect(try allowed.open(folder + "/links/fine").size == 4)
  }
}
