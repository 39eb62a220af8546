import Geometry
import Graphics

extension DrawCommand {
  /// True for one that holds commands, some of which may be in another one, too.
  var hasParts: Bool {
    switch self {
    case .group, .exposure: true
    case .fill, .stroke, .backdrop, .solids: false
    }
  }
}

/// The pixels in which two commands may differ that have much in common.
///
/// Groups that differ in nothing but what they hold differ where that does; so a screen in a phone is drawn again, and not the
/// phone. Rectangles are in pixels and hold all that differs; nil is for anywhere.
enum CommandDifference {
  /// Compares commands in a space that `transform` takes to pixels.
  static func bounds(_ a: DrawCommand, _ b: DrawCommand, _ transform: Transform) -> PixelRect? {
    if a == b { return .empty }
    switch (a, b) {
    case (.group(let a), .group(let b)) where areAlikeAround(a, b):
      let inside = transform * a.transform
      guard let changed = bounds(a.content, b.content, inside) else { return nil }
      return changed.isEmpty ? .empty : CommandExtent.shown(changed, of: a, inside)
    case (.exposure(let a), .exposure(let b)): return bounds(a, b, transform)
    default: return CommandExtent.union([CommandExtent.of(a, transform), CommandExtent.of(b, transform)])
    }
  }

  private static func bounds(_ a: DisplayList, _ b: DisplayList, _ transform: Transform) -> PixelRect? {
    let (a, b) = (a.commands, b.commands)
    if a.count == b.count { return CommandExtent.union(zip(a, b).lazy.map { bounds($0, $1, transform) }) }
    let first = zip(a, b).prefix { $0 == $1 }.count
    let last = zip(a.dropFirst(first).reversed(), b.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    let changed = [a, b].flatMap { $0.dropFirst(first).dropLast(last) }
    return CommandExtent.union(changed.lazy.map { CommandExtent.of($0, transform) })
  }

  /// Compares all samples with the first: where none differs, both exposures are equal, however often each counts.
  private static func bounds(_ a: Exposure, _ b: Exposure, _ transform: Transform) -> PixelRect? {
    let samples = (a.samples + b.samples).map(\.content)
    guard let first = samples.first, samples.count * first.commands.count <= 20_000 else { return nil }
    return CommandExtent.union(samples.dropFirst().lazy.map { bounds(first, $0, transform) })
  }

  /// True if groups draw what they have in common alike, pixel by pixel.
  private static func areAlikeAround(_ a: Group, _ b: Group) -> Bool {
    var other = a
    other.content = b.content
    guard other == b, a.content.hasOnlyNormalBlends == b.content.hasOnlyNormalBlends else { return false }
    return a.content.commands.count == b.content.commands.count || (a.opacity == 1 && a.effects.isEmpty)
  }
}
