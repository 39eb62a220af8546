import Foundation

/// Files and folders that the program needs for a while, in the system's folder for such.
public enum TemporaryFile {
  private static let prefix = "pipeline-"
  private static var folder: String { FileManager.default.temporaryDirectory.path }

  /// A path that nothing has; whoever writes there removes it. The ending is that of the name, such as ".png".
  public static func path(ending: String = "") -> String { "\(folder)/\(prefix)\(UUID().uuidString)\(ending)" }

  /// The paths of this account that nothing has been written to since a date: those of processes that were killed.
  public static func abandoned(before date: Date) -> [String] {
    let manager = FileManager.default
    return ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter(isTemporary).sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      guard let owner = try? manager.attributesOfItem(atPath: path)[.ownerAccountID] as? Int, owner == Int(geteuid())
      else { return nil }
      let inside = (manager.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).map { "\(path)/\($0)" }
      let isOld = ([path] + inside).allSatisfy { path in
        ((try? manager.attributesOfItem(atPath: path)[.modificationDate]) as? Date).map { $0 < date } ?? true
      }
      return isOld ? path : nil
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count).prefix(36))) != nil
  }
}
