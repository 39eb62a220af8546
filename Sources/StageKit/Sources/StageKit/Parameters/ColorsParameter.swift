import Graphics

extension ParameterKey where Value == [Color] {
  /// A list of at least one color.
  public static func colors(_ name: String, _ summary: String, default value: [Color]? = nil) -> Self {
    Self(
      name, summary, .list(of: .color, minimumCount: 1), default: value.map { .list($0.map { .color($0) }) },
      placeholder: []
    ) { if case .list(let items) = $0 { items.compactMap(\.color) } else { nil } }
  }
}
