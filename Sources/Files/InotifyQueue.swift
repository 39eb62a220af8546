import Foundation

/// The system's queue of what happens in folders.
final class InotifyQueue {
  struct Event {
    /// The folder as it was added; several where one folder was added by several paths.
    let folders: Set<String>
    /// The name in it.
    let name: String
    fileprivate let mask: UInt32

    /// True if events were lost; nothing else is known then.
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
    /// True if the folder itself was removed or moved: it is not watched any more.
    var hasLostFolder: Bool { has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_IGNORED) || has(IN_UNMOUNT) }
    /// True if something was written, by somebody who has not closed the file.
    var isModified: Bool { has(IN_MODIFY) }
    /// True if the name refers to a different file than before.
    var isNewName: Bool { has(IN_CREATE) || has(IN_MOVED_TO) }

    private func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  }

  let descriptor: Int32
  private var folders: [Int32: Set<String>] = [:]
  private var numbers: [String: Int32] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  private static let mask = [
    IN_CREATE, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE, IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_DELETE_SELF,
    IN_MOVE_SELF, IN_ONLYDIR,
  ].reduce(UInt32(0)) { $0 | UInt32(bitPattern: Int32(truncatingIfNeeded: $1)) }

  /// Nil where the system gives none.
  init?() {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// True if a folder's events come from now on.
  func add(_ folder: String) -> Bool {
    if numbers[folder] != nil { return true }
    let number = inotify_add_watch(descriptor, folder, Self.mask)
    guard number >= 0 else { return false }
    numbers[folder] = number
    folders[number, default: []].insert(folder)
    return true
  }

  /// Forgets all folders but these.
  func keep(_ wanted: Set<String>) {
    for (folder, number) in numbers where !wanted.contains(folder) { forget(folder, number) }
  }

  private func forget(_ folder: String, _ number: Int32) {
    numbers[folder] = nil
    folders[number]?.remove(folder)
    if folders[number]?.isEmpty == true {
      folders[number] = nil
      _ = inotify_rm_watch(descriptor, number)
    }
  }

  /// Returns the events since the last call.
  func events() -> [Event] {
    var events: [Event] = []
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events }
      var offset = 0
      while offset + 16 <= count {
        let number = Int32(bitPattern: word(offset))
        let mask = word(offset + 4)
        let length = Int(word(offset + 12))
        let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
        offset += 16 + length
        let known = folders[number] ?? []
        let event = Event(folders: known, name: String(decoding: name, as: UTF8.self), mask: mask)
        if event.hasLostFolder { for folder in known { forget(folder, number) } }
        if event.isOverflow || !known.isEmpty { events.append(event) }
      }
    }
  }

  /// A number of an event, as `inotify(7)` lays it out.
  private func word(_ offset: Int) -> UInt32 {
    let bytes = buffer[offset..<offset + 4]
    // Linux runs this program on processors that begin with the lowest byte.
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
