import StageKit

extension DisplayList {
  /// True if what lies below the list shows other than by being covered: by blends or backdrop filters that are not within
  /// a layer of their own.
  var blendsWithBackground: Bool {
    commands.contains { command in
      switch command {
      case .fill, .stroke, .solids: false
      case .group(let group): group.blend != .normal || (!group.isLayer && group.content.blendsWithBackground)
      case .backdrop, .exposure: true
      }
    }
  }
}
