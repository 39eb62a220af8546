import Foundation
import Testing

@testable import Files

@Suite("Watching folders and files")
struct FolderWatchTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func write(_ text: String, to name: String, atomically: Bool = false) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"), options: atomically ? .atomic : [])
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
  }

  /// True if a change of a path in the folder is told sometime; in the end all that were told are read.
  private func tells(_ watch: FolderWatch, _ name: String) -> Bool {
    for _ in 0..<100 where watch.changes(waiting: 0.1).contains("\(folder)/\(name)") {
      while !watch.changes(waiting: 0).isEmpty {}
      return true
    }
    return false
  }

  @Test("Files that land, change, are replaced and vanish in a folder are told", arguments: [nil, 0.05])
  func landing(_ poll: Double?) throws {
    let watch = FolderWatch([folder], poll: poll)
    #expect((watch.descriptor == nil) == (poll != nil))
    try write("1", to: "a")
    #expect(tells(watch, "a"))
    try write("22", to: "a")
    #expect(tells(watch, "a"))
    try write("333", to: "a", atomically: true)
    #expect(tells(watch, "a"))
    rename("\(folder)/a", "\(folder)/b")
    #expect(tells(watch, "b"))
    unlink("\(folder)/b")
    #expect(tells(watch, "b"))
    #expect(watch.changes(waiting: 0.12).isEmpty)
  }

  @Test("A file is watched by itself, also before its folder exists", arguments: [nil, 0.05])
  func files(_ poll: Double?) throws {
    try makeFolder("near")
    let watch = FolderWatch(["near/data", "far/data"].map { "\(folder)/\($0)" }, poll: poll)
    try write("1", to: "near/other")
    try write("1", to: "near/data", atomically: true)
    #expect(tells(watch, "near/data"))
    try makeFolder("far")
    try write("1", to: "far/data")
    #expect(tells(watch, "far/data"))
    try write("22", to: "far/data")
    #expect(tells(watch, "far/data"))
  }

  @Test("The file that a link leads to is watched")
  func links() throws {
    try makeFolder("real")
    try write("1", to: "real/data")
    symlink("\(folder)/real/data", "\(folder)/link")
    let watch = FolderWatch(["\(folder)/link"])
    try write("22", to: "real/data")
    #expect(tells(watch, "link"))
  }

  @Test("A folder that is moved away and made anew is watched again")
  func movedFolder() throws {
    try makeFolder("jobs")
    let watch = FolderWatch(["\(folder)/jobs"])
    rename("\(folder)/jobs", "\(folder)/old")
    #expect(tells(watch, "jobs"))
    try makeFolder("jobs")
    #expect(tells(watch, "jobs"))
    try write("1", to: "jobs/a")
    #expect(tells(watch, "jobs/a"))
  }

  @Test("A file that somebody writes to is being written until it is closed")
  func beingWritten() throws {
    let watch = FolderWatch([folder])
    let file = open("\(folder)/a", O_CREAT | O_WRONLY, 0o644)
    #expect(Foundation.write(file, "{", 1) == 1)
    #expect(tells(watch, "a"))
    #expect(watch.filesBeingWritten == ["\(folder)/a"])
    close(file)
    #expect(tells(watch, "a"))
    #expect(watch.filesBeingWritten.isEmpty)
  }

  @Test("Paths that are not watched any more are not told")
  func forgetting() throws {
    try makeFolder("a")
    try makeFolder("b")
    let watch = FolderWatch(["\(folder)/a"])
    watch.watch(["\(folder)/b"])
    try write("1", to: "a/file")
    try write("1", to: "b/file")
    #expect(tells(watch, "b/file"))
    watch.watch([])
    try write("2", to: "b/file")
    #expect(watch.changes(waiting: 0).isEmpty)
  }

  @Test("Waiting ends when a descriptor can be read")
  func waking() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(Foundation.write(ends[1], "x", 1) == 1)
    #expect(FolderWatch([folder]).changes(waiting: 1e6, orUntil: [ends[0]]).isEmpty)
  }

  @Test("The kind of a file system is found by its device")
  func kinds() {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      36 22 0:52 / /jobs rw,relatime shared:9 master:2 - nfs4 server:/jobs rw,vers=4.2
      37 22 0:53 / /mail rw - fuse.sshfs mail: rw
      """
    #expect(FileSystemKind.name(ofDevice: "8:1", in: mounts) == "ext4")
    #expect(FileSystemKind.name(ofDevice: "0:52", in: mounts) == "nfs4")
    #expect(FileSystemKind.name(ofDevice: "0:53", in: mounts) == "fuse.sshfs")
    #expect(FileSystemKind.name(ofDevice: "0:5", in: mounts) == nil)
    #expect(FileSystemKind.name(of: "/proc") == "proc")
    #expect(!FileSystemKind.isRemote(folder))
  }
}
