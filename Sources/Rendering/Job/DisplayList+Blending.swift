import StageKit

extension DisplayList {
  /// Whether a group of the list itself, not of one within it, is combined with what lies below other than by covering it.
  var blendsWithBackground: Bool {
    commands.contains { command in
      if case .group(let group) = command { group.blend != .normal } else { false }
    }
  }
}
