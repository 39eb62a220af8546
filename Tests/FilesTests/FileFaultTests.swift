import Foundation
import Testing

@testable import Files

@Suite("What keeps files from being read and written")
struct FileFaultTests {
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

  /// Without the test's folder in it.
  private func told(_ fault: FileFault?) -> String? { fault?.message.replacingOccurrences(of: folder + "/", with: "") }

  @Test(
    "What is no file that can be read is told as what it is",
    arguments: [
      ("file", nil), ("links/fine", nil), ("gone", "there is no file 'gone'"),
      ("gone/further", "there is no file 'gone/further'"), ("folder", "'folder' is a folder, not a file"),
      ("links/folder", "'links/folder' is a folder, not a file"), ("pipe", "'pipe' is a pipe, not a file"),
      ("links/circle", "'links/circle' is a link that leads in a circle"),
      ("links/nowhere", "'links/nowhere' is a link that leads nowhere, to 'gone'"),
      ("links/nowhere/further", "'links/nowhere' is a link that leads nowhere, to 'gone'"),
      ("file/further", "'file/further' cannot be there: 'file' is a file, not a folder"),
    ])
  func reading(_ name: String, _ expected: String?) {
    #expect(told(FileFault.reading("\(folder)/\(name)")) == expected)
  }

  @Test("Names that are no UTF-8 are told as such")
  func encoding() {
    let fault = FileFault.reading(folder + "/bad\u{FFFD}.json")
    #expect(fault?.hint == "Its name may hold bytes that are no UTF-8; rename it.")
    #expect(FileFault.reading(folder + "/bad.json")?.hint == nil)
  }

  @Test("A path that is longer than the system takes is told with the limit")
  func lengths() {
    let name = String(repeating: "x", count: 256)
    #expect(
      told(.reading("\(folder)/\(name)")) == "'\(name)' has a part of 256 bytes, more than the 255 of a file's name")
    #expect(FileFault.length(ofFile: "\(folder)/\(name.dropLast())") == nil)
    #expect(FileFault.length(ofFile: "\(folder)/\(name)")?.message.contains("a part of 256 bytes") == true)
    let deep = "/" + String(repeating: "y/", count: 2044)
    #expect(FileFault.length(ofFile: deep + "123456") != nil)
    #expect(FileFault.writing(inFolder: deep)?.message.contains("has 4089 bytes from the root on") == true)
    #expect(FileFault.reading(deep + "1234567")?.message.contains("more than the 4095 of a path") == true)
  }

  @Test(
    "Folders that cannot be made are told before anything is written",
    arguments: [
      ("folder", nil), ("folder/new/newer", nil), ("links/folder/new", nil),
      ("file", "'file' is a file, not a folder"), ("file/new", "'file' is a file, not a folder"),
      ("pipe/new", "'pipe' is a pipe, not a folder"),
      ("links/nowhere", "'links/nowhere' is a link that leads nowhere, to 'gone'"),
      ("links/circle/new", "'links/circle' is a link that leads in a circle"),
    ])
  func folders(_ name: String, _ expected: String?) {
    #expect(told(FileFault.writing(inFolder: "\(folder)/\(name)")) == expected)
    #expect(told(FileFault.making(folder: "\(folder)/\(name)")) == expected)
    #expect(FileFault.isFolder("\(folder)/\(name)") == (expected == nil))
    #expect(FileFault.writing(inFolder: "")?.message == "the name of the folder is empty")
  }

  @Test(
    "Files are written into folders that are there",
    arguments: [
      ("file", nil), ("folder/new", nil), ("links/nowhere", nil), ("folder", "'folder' is a folder, not a file"),
      ("new/", "'new/' is a folder, not a file"), ("file/new", "'file' is a file, not a folder"),
      ("new/file", "there is no folder 'new'"),
    ])
  func files(_ name: String, _ expected: String?) {
    #expect(told(FileFault.writing(file: "\(folder)/\(name)")) == expected)
  }

  @Test("What is written is whole, and failures are told in the system's words")
  func put() throws {
    try FileFault.put(Data("new".utf8), at: folder + "/file")
    #expect(try String(contentsOfFile: folder + "/file", encoding: .utf8) == "new")
    #expect(throws: FileFault("'\(folder)/folder' is a folder, not a file", hint: "Name a file in it.")) {
      try FileFault.put(Data(), at: folder + "/folder")
    }
  }

  @Test("Foundation's errors are told by the system's reason, also where it wraps them twice")
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
    #expect(SystemError.describe(FileFault("what", hint: "Hint.")) == "what. Hint.")
    #expect(throws: (any Error).self) {
      do { try Data().write(to: URL(fileURLWithPath: folder + "/file/new")) } catch {
        #expect(SystemError.errno(of: error) == ENOTDIR)
        throw error
      }
    }
  }
}
