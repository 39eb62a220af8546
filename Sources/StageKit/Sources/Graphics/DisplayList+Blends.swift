extension DisplayList {
  /// True if drawing it on what lies below gives the same as drawing it on a layer of its own.
  public var hasOnlyNormalBlends: Bool {
    commands.allSatisfy { command in
      switch command {
      case .fill, .stroke, .solids: true
      case .group(let group): group.blend == .normal && group.content.hasOnlyNormalBlends
      case .backdrop, .exposure: false
      }
    }
  }
}
