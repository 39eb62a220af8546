import StageKit

/// Colors as linear light, for masks that ask for it, by a table of sRGB's transfer function.
enum LinearLight {
  private static let count = 4096
  private static let table = LookupTable(
    .curves, size: count,
    entries: (0..<count).map {
      SIMD3<Float>(repeating: Float(Color.linearLight(Double($0) / Double(count - 1))))
    })

  /// The drawing with its colors' light in place of their components.
  static func light(_ list: DisplayList) -> DisplayList {
    guard let table, !list.isEmpty else { return list }
    var grade = Grade()
    grade.table = Grade.Look(table)
    return DisplayList { $0.group(Group(list, effects: [.grade(grade)])) }
  }
}
