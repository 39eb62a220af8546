import Foundation
import StageKit
import Testing

@testable import Store

@Suite("The store of bytes")
struct ContentStoreTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)").path

  func store(limit: Int = 1 << 30) -> ContentStore { ContentStore(folder: folder, limit: limit) }
  func key(_ number: Int) -> Digest { Digest { $0.combine(number) } }

  func content(_ store: ContentStore, _ number: Int) -> [UInt8]? {
    if case .hit(let bytes) = store.read(.segments, key(number)) { bytes } else { nil }
  }

  @Test("What was written is read back, by another process' store too")
  func readBack() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for bytes in [[], [7], [UInt8](0...255)] as [[UInt8]] {
      try store().write(.segments, key(bytes.count), bytes)
      #expect(content(store(), bytes.count) == bytes)
    }
    #expect(content(store(), 99) == nil)
    #expect(store().status().entries == 3)
  }

  @Test("What is too large is not stored, which is an error where it is required")
  func tooLarge() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = [UInt8](repeating: 0, count: EntryFormat.maxContentSize + 1)
    try store().write(.segments, key(1), bytes)
    #expect(content(store(), 1) == nil)
    #expect(throws: StoreError.self) { try store().write(.segments, key(1), bytes, isRequired: true) }
  }

  @Test("Every single byte that changes is noticed, and the entry is removed")
  func flippedBytes() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [UInt8](repeating: 5, count: 100))
    let path = store.path(.segments, key(1))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1 << UInt8(index % 8)
      try changed.write(to: URL(fileURLWithPath: path))
      guard case .corrupt = store.read(.segments, key(1)) else {
        Issue.record("byte \(index) was changed and nobody noticed")
        return
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("An entry that is cut short, longer or under another key is damaged")
  func wrongLength() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [UInt8](0..<50))
    let path = store.path(.segments, key(1))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for data in [whole.dropLast(), whole.prefix(20), Data(), whole + [0]] {
      try data.write(to: URL(fileURLWithPath: path))
      guard case .corrupt = store.read(.segments, key(1)) else {
        Issue.record("\(data.count) bytes of \(whole.count) count as whole")
        return
      }
    }
    let other = store.path(.segments, key(2))
    try FileManager.default.createDirectory(
      atPath: (other as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try whole.write(to: URL(fileURLWithPath: other))
    #expect(content(store, 2) == nil)
  }

  @Test("Above the limit the entries go that were not used for longest")
  func leastRecentlyUsed() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = [UInt8](repeating: 1, count: 952)  // an entry of 1000 bytes
    for number in 0..<10 {
      try store().write(.segments, key(number), bytes)
      let age = Date(timeIntervalSinceNow: Double(number) - 1000)
      try FileManager.default.setAttributes(
        [.modificationDate: age], ofItemAtPath: store().path(.segments, key(number)))
    }
    #expect(content(store(), 2) == bytes)
    let small = store(limit: 5000)
    try small.write(.segments, key(10), bytes)
    small.finish()
    let left = (0...10).filter { FileManager.default.fileExists(atPath: small.path(.segments, key($0))) }
    #expect(left == [2, 8, 9, 10])
  }

  @Test("What a killed writer left goes after an hour, not before")
  func leftovers() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    let place = (store.path(.segments, key(1)) as NSString).deletingLastPathComponent
    let names = [".new-old", ".new-fresh"].map { "\(place)/\($0)" }
    for name in names { try Data([1, 2, 3]).write(to: URL(fileURLWithPath: name)) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: names[0])
    #expect(store.status().entries == 1)
    store.clean()
    #expect(names.map { FileManager.default.fileExists(atPath: $0) } == [false, true])
  }

  @Test("What is no file in an entry's place is neither waited for nor followed, and a new entry takes its place")
  func foreignEntries() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    let path = store.path(.segments, key(1))
    let precious = folder + "/precious"
    try store.write(.segments, key(1), [1])
    try Data([7]).write(to: URL(fileURLWithPath: precious))
    for target in [nil, "/dev/zero", precious, (path as NSString).lastPathComponent] {
      unlink(path)
      if let target {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      } else {
        #expect(mkfifo(path, 0o600) == 0)
      }
      #expect(content(store, 1) == nil)
      try store.write(.segments, key(1), [1])
      #expect(content(store, 1) == [1])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: precious)) == Data([7]))
  }

  @Test("An entry with a wrong length, or one that is never stored, is not read", arguments: [false, true])
  func hugeEntry(_ saysSo: Bool) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    let size = 1 << 40
    let file = try #require(FileHandle(forUpdatingAtPath: store.path(.segments, key(1))))
    try file.truncate(atOffset: UInt64(size + 48))
    if saysSo {
      try file.seek(toOffset: 24)
      try file.write(contentsOf: Data((0..<8).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }))
    }
    try file.close()
    guard case .corrupt = store.read(.segments, key(1)) else {
      Issue.record("an entry of \(size) bytes was read")
      return
    }
    #expect(!store.contains(.segments, key(1)))
  }

  @Test("Clearing removes all entries and nothing else of the folder")
  func clear() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    try store.write(.outputs, key(2), [2])
    try Data([1]).write(to: URL(fileURLWithPath: folder + "/mine"))
    #expect(try store.clear().entries == 2)
    #expect(store.status().entries == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/mine"))
  }

  @Test("A folder that cannot be made is reported")
  func unwritable() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(fileURLWithPath: folder))
    let error = #expect(throws: StoreError.self) { try store().write(.segments, key(1), [1]) }
    #expect(error?.description == "'\(folder)' is a file, not a folder")
    #expect(error?.isTemporary == false)
    #expect(content(store(), 1) == nil)
  }

  @Test("What file systems leave of removed files is neither counted nor removed")
  func foreignFiles() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    let place = (store.path(.segments, key(1)) as NSString).deletingLastPathComponent
    let names = [".nfs0000000001", ".fuse_hidden0001"].map { "\(place)/\($0)" }
    for name in names { try Data([1, 2, 3]).write(to: URL(fileURLWithPath: name)) }
    #expect(store.status().entries == 1)
    try self.store(limit: 10).write(.segments, key(1), [1])
    #expect(store.status().entries == 0)
    #expect(try store.clear().entries == 0)
    #expect(names.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }

  @Test("An entry is written after another process removed all folders")
  func removedFolders() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    try FileManager.default.removeItem(atPath: folder)
    try store.write(.segments, key(1), [2])
    #expect(content(store, 1) == [2])
  }

  @Test("A killed writer's file is not found in place of an entry")
  func unfinished() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    let path = store.path(.segments, key(1))
    try FileManager.default.moveItem(atPath: path, toPath: (path as NSString).deletingLastPathComponent + "/.new-x")
    #expect(!store.contains(.segments, key(1)))
    #expect(content(store, 1) == nil)
  }

  @Test("An entry counts as used when it is read, but is not marked again soon")
  func marks() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    try store.write(.segments, key(1), [1])
    let path = store.path(.segments, key(1))
    func age(_ seconds: Double) throws -> Double {
      let date = Date(timeIntervalSinceNow: -seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      _ = store.read(.segments, key(1))
      let found = try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
      return -found.timeIntervalSinceNow
    }
    #expect(try age(300) >= 300)
    #expect(try age(4000) < 4000)
    // A clock of another machine may be ahead.
    #expect(try age(-4000) > -4000)
  }

  @Test(
    "Errors say whether another try may help",
    arguments: [
      (ENOSPC, true), (EDQUOT, true), (EIO, true), (ESTALE, true), (ENOTCONN, true), (ETIMEDOUT, true), (EMFILE, true),
      (EACCES, false), (EROFS, false), (ENOTDIR, false), (ENAMETOOLONG, false),
    ])
  func temporaryErrors(_ code: Int32, _ isTemporary: Bool) {
    #expect(StoreError("", code: code).isTemporary == isTemporary)
  }

  @Test("Many keys are looked for at once")
  func manyKeys() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = store()
    for number in stride(from: 0, to: 100, by: 3) { try store.write(.segments, key(number), [1]) }
    #expect(store.contains(.segments, (0..<100).map(key)) == (0..<100).map { $0 % 3 == 0 })
    #expect(store.contains(.segments, []) == [])
    #expect(store.contains(.segments, [key(3)]) == [true])
    #expect(EntrySearch(5) { $0 % 2 == 0 }.result() == [true, false, true, false, true])
  }
}
