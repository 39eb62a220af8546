import StageKit

/// The number of instants of a shutter that each part of a drawing needs.
indirect enum Motion {
  /// All of it changes at the same instants.
  case whole(Double)
  /// Each command changes by itself.
  case parts([Part])

  /// A command.
  struct Part {
    /// The command's own need, or a group's but for what it holds.
    var needed: Double
    /// The content of a group, where that changes by itself.
    var content: Motion?
  }

  /// The needs of all parts.
  var needed: Set<Double> {
    switch self {
    case .whole(let needed): [needed]
    case .parts(let parts):
      parts.reduce(into: []) { result, part in
        result.insert(part.needed)
        if let content = part.content { result.formUnion(content.needed) }
      }
    }
  }
}

extension [DisplayList] {
  /// True if all have equally many commands, of the same kinds in order.
  var correspond: Bool {
    guard let first else { return true }
    return dropFirst().allSatisfy { list in
      list.commands.count == first.commands.count
        && zip(list.commands, first.commands).allSatisfy { $0.isSameKind(as: $1) }
    }
  }

  /// True if all are equal.
  var areEqual: Bool { dropFirst().allSatisfy { $0 == self[0] } }
}

extension DrawCommand {
  fileprivate func isSameKind(as other: DrawCommand) -> Bool {
    switch (self, other) {
    case (.fill, .fill), (.stroke, .stroke), (.group, .group), (.backdrop, .backdrop), (.exposure, .exposure),
      (.solids, .solids):
      true
    default: false
    }
  }
}
