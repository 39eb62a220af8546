import Foundation

/// Waits for changes of files and of what is directly in folders.
///
/// Inotify reports changes. It does not for folders on networks and the like, for paths whose folder does not exist,
/// and where it has no more watches: those are compared with their earlier state every few seconds. Changes from before
/// a path was watched are not reported. To be used from one thread at a time.
public final class FolderWatch {
  /// Every how many seconds paths are compared without inotify, if not said otherwise.
  public static let defaultPoll: Double = 2

  private let queue: InotifyQueue?
  private let interval: Double
  private var targets: [String: WatchTarget] = [:] {
    didSet { targetsOfFolders = nil }
  }
  /// The targets whose changes each folder reports; nil if they changed since.
  private var targetsOfFolders: [String: [WatchTarget]]?
  private var nextPoll: ContinuousClock.Instant
  /// Changes that were found while paths were added; the next call reports them.
  private var pending: Set<String> = []
  /// Files that somebody has written to and not closed since, as far as the system tells.
  public private(set) var filesBeingWritten: Set<String> = []

  /// Watches files and folders, which need not exist.
  ///
  /// With `poll` all paths are compared every `poll` seconds, and inotify is not used.
  public init(_ paths: some Sequence<String> = [], poll: Double? = nil) {
    queue = poll == nil ? InotifyQueue() : nil
    interval = poll ?? Self.defaultPoll
    nextPoll = .now + .seconds(interval)
    watch(paths)
  }

  /// Readable when there may be changes; nil where paths are only compared.
  public var descriptor: Int32? { queue?.descriptor }

  /// True if some paths are compared every few seconds.
  public var isPolling: Bool { targets.values.contains { $0.isPolled } }

  /// Watches these files and folders from now on, and no others.
  public func watch(_ paths: some Sequence<String>) {
    let wanted = Set(paths)
    for path in targets.keys where !wanted.contains(path) { targets[path] = nil }
    for path in wanted where targets[path] == nil { targets[path] = WatchTarget(path, queue) }
    queue?.keep(Set(targets.values.flatMap(\.folders)))
    filesBeingWritten.formIntersection(filesBeingWritten.filter(isWatched))
  }

  /// Waits for changes since the last call, for at most a number of seconds, and only until one of the descriptors can
  /// be read. Returns the changed paths of files, and of entries of folders, as they were given.
  ///
  /// A path may be named although nothing is different, and a folder may be named for all of its files if changes were
  /// lost.
  public func changes(waiting seconds: Double, orUntil descriptors: [Int32] = []) -> Set<String> {
    let deadline = ContinuousClock.now + .seconds(max(0, seconds))
    while true {
      var changed = pending
      pending = []
      if let queue { take(queue.events(), into: &changed) }
      if .now >= nextPoll { compare(into: &changed) }
      if !changed.isEmpty { return changed }
      let end = isPolling ? min(deadline, nextPoll) : deadline
      if Self.wait(until: end, for: descriptors + (descriptor.map { [$0] } ?? []), stopping: descriptors) { return [] }
      if .now >= deadline, .now < nextPoll || !isPolling {
        if let queue { take(queue.events(), into: &changed) }
        return changed
      }
    }
  }

  private func isWatched(_ path: String) -> Bool {
    if targets[path] != nil { return true }
    guard let end = path.lastIndex(of: "/") else { return targets["."] != nil }
    return targets[String(path[..<end])] != nil
  }

  private func take(_ events: [InotifyQueue.Event], into changed: inout Set<String>) {
    guard !events.isEmpty else { return }
    let folders = targetsOfFolders ?? grouped
    targetsOfFolders = folders
    var moved: Set<String> = []
    for event in events {
      if event.isOverflow {
        // Nothing is known any more: everything may have changed.
        filesBeingWritten = []
        changed.formUnion(targets.keys)
        continue
      }
      for folder in event.folders {
        for target in folders[folder] ?? [] {
          if event.hasLostFolder {
            moved.insert(target.path)
            changed.insert(target.path)
          } else if let path = target.path(of: event.name, in: folder) {
            changed.insert(path)
            if event.isModified { filesBeingWritten.insert(path) } else { filesBeingWritten.remove(path) }
            // A folder or link may have taken a file's place.
            if path == target.path, event.isNewName { moved.insert(path) }
          }
        }
      }
    }
    for path in moved { targets[path] = WatchTarget(path, queue) }
    if !moved.isEmpty { queue?.keep(Set(targets.values.flatMap(\.folders))) }
  }

  private var grouped: [String: [WatchTarget]] {
    var groups: [String: [WatchTarget]] = [:]
    for target in targets.values { for folder in target.folders { groups[folder, default: []].append(target) } }
    return groups
  }

  private func compare(into changed: inout Set<String>) {
    nextPoll = .now + .seconds(interval)
    for (path, target) in targets where target.isPolled {
      let now = WatchTarget(path, queue)
      changed.formUnion(now.differences(from: target))
      targets[path] = now
    }
  }

  /// Waits, and returns whether one of the `stopping` descriptors can be read.
  private static func wait(
    until deadline: ContinuousClock.Instant, for descriptors: [Int32], stopping: [Int32]
  ) -> Bool {
    let seconds = (deadline - .now) / .seconds(1)
    var set = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = Int32(min(max(0, (seconds * 1000).rounded(.up)), 1e9))
    guard poll(&set, nfds_t(set.count), milliseconds) > 0 else { return false }
    return set.contains { $0.revents != 0 && stopping.contains($0.fd) }
  }
}
