import Foundation

/// A file or a folder that is watched: by the folders that report its changes, or by comparison with its earlier state.
struct WatchTarget {
  let path: String
  /// The folders whose changes concern it, as paths that inotify knows; empty if it is polled.
  private(set) var folders: [String] = []
  /// The names in these that lead to it; nil if all do, since it is a folder.
  private var names: [String: String]?
  /// The stamps at the last comparison; only if it is polled.
  private var stamps: [String: FileStamp] = [:]

  var isPolled: Bool { folders.isEmpty }

  /// Begins to watch it by inotify if there is a queue and its file system reports changes.
  init(_ path: String, _ queue: InotifyQueue?) {
    self.path = path
    let isFolder = FileSystem.isFolder(path)
    var places: [(folder: String, name: String?)] = []
    if isFolder {
      places = [(path, nil)]
    } else {
      places = [Self.split(path)]
      // The target of a link may change in its own folder.
      if let real = RealPath.of(path), real != path { places.append(Self.split(real)) }
    }
    if let queue, !places.contains(where: { FileSystemKind.isRemote($0.folder) }),
      places.allSatisfy({ queue.add($0.folder) })
    {
      folders = places.map(\.folder)
      if !isFolder { names = Dictionary(places.map { ($0.folder, $0.name ?? "") }, uniquingKeysWith: { $1 }) }
    } else {
      stamps = Self.stamps(path, isFolder: isFolder)
    }
  }

  /// The path for a name in one of the folders; nil if it does not concern this target.
  func path(of name: String, in folder: String) -> String? {
    guard let names else { return Self.join(path, name) }
    return names[folder] == name ? path : nil
  }

  /// The paths that differ between two states of a polled target.
  func differences(from old: WatchTarget) -> Set<String> {
    // It is watched by inotify from now on; what happened between is not known.
    if !isPolled { return [path] }
    var paths: Set<String> = []
    for (path, stamp) in stamps where old.stamps[path] != stamp { paths.insert(path) }
    for path in old.stamps.keys where stamps[path] == nil { paths.insert(path) }
    return paths
  }

  private static func stamps(_ path: String, isFolder: Bool) -> [String: FileStamp] {
    guard isFolder else { return FileStamp(path).map { [path: $0] } ?? [:] }
    var stamps: [String: FileStamp] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      stamps[join(path, name)] = FileStamp(join(path, name))
    }
    return stamps
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func split(_ path: String) -> (folder: String, name: String?) {
    guard let end = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[..<end])
    return (folder.isEmpty ? "/" : folder, String(path[path.index(after: end)...]))
  }
}
