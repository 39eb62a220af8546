import StageKit

/// All fills, strokes and backdrop filters of a list, in order, without the groups around them.
public func flat(_ list: DisplayList) -> [DrawCommand] {
  list.commands.flatMap { command -> [DrawCommand] in
    if case .group(let group) = command { flat(group.content) } else { [command] }
  }
}

/// All groups of a list, outer ones first.
public func groups(_ list: DisplayList) -> [Group] {
  list.commands.flatMap { command -> [Group] in
    if case .group(let group) = command { [group] + groups(group.content) } else { [] }
  }
}

/// A fill among a list's commands.
public struct FilledPath {
  public var path: Path
  public var paint: Paint
  public var transform: Transform
}

extension DisplayList {
  /// The fills outside of groups.
  public var fills: [FilledPath] {
    commands.compactMap {
      guard case .fill(let path, _, let paint, let transform) = $0 else { return nil }
      return FilledPath(path: path, paint: paint, transform: transform)
    }
  }
}
