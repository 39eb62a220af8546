import StageKit

/// Draws parts of a drawing at the instants that they need.
struct HeldDrawing {
  let instants: ChosenInstants

  /// Drawings of equally many instants each, one after the other, made of samples of all instants that parts show; a number
  /// that divides that of the instants.
  func drawings(_ motion: Motion, _ samples: [DisplayList?], middle: DisplayList) -> [DisplayList] {
    let shown = Set(motion.needed.filter { $0 > 0 }.map(instants.fitting))
    guard let most = shown.max(), most > 1 else { return [middle] }
    guard case .parts(let parts) = motion, shown.count > 1, (samples.compactMap { $0 } + [middle]).correspond else {
      return chosen(most, samples, middle)
    }
    let columns = parts.indices.map { index in
      commands(parts[index], samples.map { $0?.commands[index] }, middle: middle.commands[index])
    }
    let count = columns.reduce(1) { leastCommonMultiple($0, $1.count) }
    return (0..<count).map { index in DisplayList(columns.map { $0[index * $0.count / count] }) }
  }

  private func commands(_ part: Motion.Part, _ samples: [DrawCommand?], middle: DrawCommand) -> [DrawCommand] {
    let own = chosen(instants.fitting(part.needed), samples, middle)
    guard let motion = part.content, case .group(let group) = middle else { return own }
    let contents = drawings(motion, samples.map { $0?.groupContent }, middle: group.content)
    let count = leastCommonMultiple(own.count, contents.count)
    return (0..<count).map { index in
      guard case .group(var group) = own[index * own.count / count] else { return middle }
      group.content = contents[index * contents.count / count]
      return .group(group)
    }
  }

  private func chosen<Drawing>(_ shown: Int, _ samples: [Drawing?], _ middle: Drawing) -> [Drawing] {
    shown == 1 ? [middle] : instants.indexes(shown).map { samples[$0] ?? middle }
  }
}

extension DrawCommand {
  fileprivate var groupContent: DisplayList? {
    if case .group(let group) = self { group.content } else { nil }
  }
}
