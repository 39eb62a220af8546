import StageKit

/// Finds how many instants of a shutter the parts of a drawing need, from its drawings at a few.
///
/// Commands are compared in order. A group that hardly moves and what it holds change by themselves: a card that drifts with
/// letters that fly over it is not drawn as often as these. One that moves farther is measured with all that it holds.
struct MotionMeter {
  /// In pixels.
  let canvas: Rect
  /// Pixels of a point.
  let scale: Double

  /// For a canvas in points.
  init(canvas: Rect, scale: Double) {
    self.canvas = Rect(
      x: canvas.x * scale, y: canvas.y * scale, width: canvas.width * scale, height: canvas.height * scale)
    self.scale = scale
  }

  /// The way from a drawing to the pixels.
  struct View {
    /// To pixels, at each of the instants.
    var transforms: [Transform]
    /// The standard deviation of the Gaussian that blurs it, in pixels.
    var softness = 0.0
    /// The factor of its colors.
    var gain = 1.0

    var middle: Transform { transforms[transforms.count / 2] }
    var moves: Bool { transforms.contains { $0 != transforms[0] } }
    /// The same as it is in the middle.
    var held: View {
      View(transforms: transforms.map { _ in middle }, softness: softness, gain: gain)
    }
  }

  /// A group that needs more instants than these is measured with all that it holds.
  private static let maxGroupInstants = 4.0

  /// Measures drawings of an odd number of evenly spaced instants.
  func motion(of lists: [DisplayList], _ view: View) -> Motion {
    if !view.moves, lists.areEqual { return .whole(0) }
    guard lists.correspond else { return .whole(needed(by: lists, view)) }
    return .parts(lists[0].commands.indices.map { index in part(lists.map { $0.commands[index] }, view) })
  }

  private func part(_ commands: [DrawCommand], _ view: View) -> Motion.Part {
    guard let groups = commands.groups else { return Motion.Part(needed: needed(by: commands, view)) }
    if !view.moves, commands.dropFirst().allSatisfy({ $0 == commands[0] }) { return Motion.Part(needed: 0) }
    let inside = view.inside(groups)
    let contents = groups.map(\.content)
    var own = neededAround(groups, view, inside)
    if own <= Self.maxGroupInstants, inside.moves {
      own = max(own, needed(by: contents.map { _ in contents[contents.count / 2] }, inside))
    }
    if own <= Self.maxGroupInstants { return Motion.Part(needed: own, content: motion(of: contents, inside.held)) }
    return Motion.Part(needed: max(own, needed(by: contents, inside)))
  }

  /// Measures lists as a whole.
  func needed(by lists: [DisplayList], _ view: View) -> Double {
    if !view.moves, lists.areEqual { return 0 }
    let count = lists.map(\.commands.count).min() ?? 0
    return (0..<count).reduce(lists.correspond ? 0 : InstantsNeeded.unsteady) { result, index in
      max(result, needed(by: lists.map { $0.commands[index] }, view))
    }
  }

  private func needed(by commands: [DrawCommand], _ view: View) -> Double {
    if !view.moves, commands.dropFirst().allSatisfy({ $0 == commands[0] }) { return 0 }
    if let groups = commands.groups {
      let inside = view.inside(groups)
      return max(neededAround(groups, view, inside), needed(by: groups.map(\.content), inside))
    }
    if let fills = commands.fills { return needed(by: fills, view) }
    if let strokes = commands.strokes { return needed(by: strokes, view) }
    if let filters = commands.backdrops {
      let inside = view.inside(filters.map(\.transform))
      let scale = inside.middle.scale(near: filters[0].outline.bounds?.center ?? .zero)
      return [
        needed(by: filters.map(\.outline), inside), InstantsNeeded.components(filters.map(\.opacity)),
        needed(by: filters.map(\.color)), needed(by: filters.map(\.grade)),
        InstantsNeeded.components(filters.compactMap(\.highlights)),
        needed(byDeviations: filters.map(\.sigma), scale: scale, softness: 0),
      ].max() ?? 0
    }
    if let solids = commands.solids { return needed(by: solids, view) }
    if let exposures = commands.exposures, exposures.allSatisfy({ $0 == exposures[0] }) {
      // An exposure on a screen moves as its middle does.
      let middle = exposures[0].samples[exposures[0].samples.count / 2].content
      return needed(by: exposures.map { _ in middle }, view)
    }
    return InstantsNeeded.unsteady
  }

  /// Measures groups without their content and their places.
  private func neededAround(_ groups: [Group], _ view: View, _ inside: View) -> Double {
    let (first, others) = (groups[0], groups.dropFirst())
    var needed = InstantsNeeded.components(groups.map(\.opacity))
    func isUnsteady(_ condition: Bool) { if condition { needed = max(needed, InstantsNeeded.unsteady) } }
    isUnsteady(others.contains { $0.blend != first.blend || $0.isIsolated != first.isIsolated })
    var edge = inside
    edge.softness = view.softness
    let clips = groups.compactMap(\.clip)
    // Instants of which only some have a clip cannot be interpolated; likewise masks.
    if clips.count == groups.count {
      isUnsteady(clips.contains { $0.rule != clips[0].rule })
      needed = max(needed, steps(clips.map(\.path), edge.inside(clips.map(\.transform)).transforms, edge.softness))
    } else {
      isUnsteady(!clips.isEmpty)
    }
    let masks = groups.compactMap(\.mask)
    if masks.count == groups.count {
      isUnsteady(masks.contains { $0.channel != masks[0].channel || $0.isInverted != masks[0].isInverted })
      needed = max(needed, self.needed(by: masks.map(\.content), edge))
    } else {
      isUnsteady(!masks.isEmpty)
    }
    let effects = groups.map(\.effects)
    if effects.contains(where: { $0 != effects[0] }) {
      let scale = inside.middle.scale(near: groups[groups.count / 2].content.bounds?.center ?? .zero)
      if effects.allSatisfy({ $0.count == effects[0].count }) {
        for index in effects[0].indices {
          needed = max(needed, self.needed(by: effects.map { $0[index] }, scale: scale, softness: view.softness))
        }
      } else {
        isUnsteady(true)
      }
    }
    return needed
  }

  /// Measures an effect of a group, of whose units each is `scale` pixels.
  private func needed(by effects: [Effect], scale: Double, softness: Double) -> Double {
    var (sigmas, offsets, colors, matrices): ([Double], [Point], [Color], [ColorMatrix?]) = ([], [], [], [])
    var (grades, thresholds): ([Grade?], [Double]) = ([], [])
    for effect in effects {
      switch (effect, effects[0]) {
      case (.blur(let sigma), .blur): sigmas.append(sigma)
      case (.dropShadow(let color, let offset, let sigma), .dropShadow),
        (.shadow(let color, let offset, let sigma), .shadow),
        (.innerShadow(let color, let offset, let sigma), .innerShadow):
        sigmas.append(sigma)
        offsets.append(offset)
        colors.append(color)
      case (.color(let matrix), .color): matrices.append(matrix)
      case (.grade(let grade), .grade): grades.append(grade)
      case (.highlights(let threshold), .highlights): thresholds.append(threshold)
      default: return InstantsNeeded.unsteady
      }
    }
    let soft = (sigmas.min() ?? 0) * scale
    let moves = Steps(ways: zip(offsets, offsets.dropFirst()).map { ($1 - $0).length * scale })
    return [
      needed(byDeviations: sigmas, scale: scale, softness: softness),
      moves.needed(softness: (soft * soft + softness * softness).squareRoot()), needed(by: colors, gain: 1),
      needed(by: matrices), needed(by: grades), InstantsNeeded.components(thresholds),
    ].max() ?? 0
  }

  /// Measures blurs, whose edges spread.
  private func needed(byDeviations sigmas: [Double], scale: Double, softness: Double) -> Double {
    let soft = (sigmas.min() ?? 0) * scale
    return Steps(ways: zip(sigmas, sigmas.dropFirst()).map { 2 * abs($1 - $0) * scale })
      .needed(softness: (soft * soft + softness * softness).squareRoot())
  }

  private func needed(by matrices: [ColorMatrix?]) -> Double {
    let known = matrices.compactMap { $0 }
    guard known.count == matrices.count else { return known.isEmpty ? 0 : InstantsNeeded.unsteady }
    return (0..<4).reduce(0) { result, index in
      [known.map { $0.red[index] }, known.map { $0.green[index] }, known.map { $0.blue[index] }].reduce(result) {
        max($0, InstantsNeeded.components($1))
      }
    }
  }

  /// Measures grades: those that differ in more than the grain and their numbers cannot be interpolated.
  private func needed(by grades: [Grade?]) -> Double {
    let known = grades.compactMap { $0 }
    guard known.count == grades.count, let first = known.first else {
      return known.isEmpty ? 0 : InstantsNeeded.unsteady
    }
    func plain(_ grade: Grade) -> Grade {
      var result = grade
      (result.matrix, result.tone, result.grain) = (.identity, Tone(), nil)
      result.table?.amount = 1
      result.vignette?.amount = 1
      return result
    }
    if known.contains(where: { plain($0) != plain(first) }) { return InstantsNeeded.unsteady }
    let samples = (0..<3).flatMap { channel in
      [0.1, 0.5, 0.9].map { value in known.map { $0.tone.component(value, channel: channel) } }
    }
    let amounts = [known.map { $0.table?.amount ?? 0 }, known.map { $0.vignette?.amount ?? 0 }]
    return (samples + amounts).reduce(needed(by: known.map(\.matrix))) { max($0, InstantsNeeded.components($1)) }
  }

  /// Measures a color.
  func needed(by colors: [Color], gain: Double) -> Double {
    [
      colors.map(\.alpha), colors.map { $0.red * $0.alpha }, colors.map { $0.green * $0.alpha },
      colors.map { $0.blue * $0.alpha },
    ].reduce(0) { max($0, InstantsNeeded.components($1, gain: gain)) }
  }
}

extension MotionMeter.View {
  /// Within transforms of each instant.
  func inside(_ own: [Transform]) -> MotionMeter.View {
    var result = self
    result.transforms = zip(transforms, own).map { $0 * $1 }
    return result
  }

  /// Within groups.
  fileprivate func inside(_ groups: [Group]) -> MotionMeter.View {
    var result = inside(groups.map(\.transform))
    let softest = groups.map(\.softness).min { $0.sigma < $1.sigma } ?? (0, 1)
    guard softest.sigma > 0 || softest.gain > 1 else { return result }
    let sigma = softest.sigma * result.middle.scale(near: groups[groups.count / 2].content.bounds?.center ?? .zero)
    result.softness = (softness * softness + sigma * sigma).squareRoot()
    result.gain *= softest.gain
    return result
  }
}

extension Group {
  /// The standard deviation of what blurs its content, as far as nothing after that makes edges of it again, and what its
  /// colors are multiplied by.
  fileprivate var softness: (sigma: Double, gain: Double) {
    var (variance, gain) = (0.0, 1.0)
    for effect in effects {
      switch effect {
      case .blur(let sigma), .shadow(_, _, let sigma): variance += sigma * sigma
      case .dropShadow, .innerShadow: break
      case .color(let matrix):
        let sums = [matrix.red, matrix.green, matrix.blue].map { (row: SIMD4<Double>) -> Double in
          abs(row.x) + abs(row.y) + abs(row.z)
        }
        let most = sums.max() ?? 1
        if most > 1.01 { (variance, gain) = (0, gain * most) }
      case .grade, .highlights, .graph: variance = 0
      }
    }
    switch blend {
    case .normal, .multiply, .screen, .plus: return (variance.squareRoot(), gain)
    default: return (0, gain)
    }
  }
}

extension [DrawCommand] {
  /// Nil unless all are of this kind.
  fileprivate var groups: [Group]? {
    var result: [Group] = []
    for case .group(let group) in self { result.append(group) }
    return result.count == count ? result : nil
  }

  fileprivate var exposures: [Exposure]? {
    var result: [Exposure] = []
    for case .exposure(let exposure) in self where !exposure.samples.isEmpty { result.append(exposure) }
    return result.count == count ? result : nil
  }

  fileprivate var backdrops: [BackdropFilter]? {
    var result: [BackdropFilter] = []
    for case .backdrop(let filter) in self { result.append(filter) }
    return result.count == count ? result : nil
  }
}
