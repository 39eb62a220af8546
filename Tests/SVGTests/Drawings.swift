import StageKit

/// The boxes of all fills in order, in the space of the picture.
func boxes(_ list: DisplayList, _ outer: Transform = .identity) -> [Rect] {
  list.commands.flatMap { command -> [Rect] in
    switch command {
    case .fill(let path, _, _, let own): path.transformed(by: outer * own).bounds.map { [$0] } ?? []
    case .group(let group): boxes(group.content, outer * group.transform)
    default: []
    }
  }
}

/// All groups of a list, outer ones first.
func groups(_ list: DisplayList) -> [Group] {
  list.commands.flatMap { command -> [Group] in
    if case .group(let group) = command { [group] + groups(group.content) } else { [] }
  }
}
