import StageKit

/// The masks of a layer at one instant.
struct MaskRun {
  private let masks: [LayerMask]
  private let frame: Double
  /// An area beyond all that a layer may draw.
  private static let everything = Path.rect(Rect(x: -5e4, y: -5e4, width: 1e5, height: 1e5))

  init(_ masks: [LayerMask], at frame: Double) {
    self.masks = masks.filter { $0.mode != .none }
    self.frame = frame
  }

  /// A drawing cut by the masks.
  func applied(to content: DisplayList) -> DisplayList {
    guard !masks.isEmpty else { return content }
    if let clip = plainClip { return DisplayList { $0.group(Group(content, clip: Clip(clip))) } }
    let isPlain = masks.allSatisfy { [.add, .subtract, .intersect].contains($0.mode) }
    let mask = isPlain ? Mask(alphaMask) : Mask(luminanceMask, channel: .luminance)
    if mask.content.isEmpty { return DisplayList() }
    return DisplayList { $0.group(Group(content, mask: mask)) }
  }

  /// The outline of a single mask that only cuts, as all modes but one do.
  private var plainClip: Path? {
    guard masks.count == 1, let mask = masks.first, mask.mode != .subtract, !mask.isInverted,
      mask.opacity.value(at: frame) >= 100, mask.expansion.value(at: frame) == 0,
      case let feather = mask.feather.value(at: frame), feather.x == 0, feather.y == 0
    else { return nil }
    return outline(of: mask)
  }

  private func outline(of mask: LayerMask) -> Path {
    if case .constant(_, let outline) = mask.path { return outline }
    let path = mask.path.path(at: frame)
    return path.isFinite ? Path { path.append(to: &$0) } : .empty
  }

  /// One mask's shape in white.
  private func shape(of mask: LayerMask) -> DisplayList { shape(of: mask, outline(of: mask)) }

  private func shape(of mask: LayerMask, _ path: Path) -> DisplayList {
    let opacity = min(max(mask.opacity.value(at: frame) / 100, 0), 1)
    let expansion = mask.expansion.value(at: frame)
    let feather = mask.feather.value(at: frame)
    var shape = DisplayList()
    shape.fill(path, .white)
    let ring = DisplayList { $0.stroke(path, .white, width: 2 * abs(expansion), join: .round) }
    if expansion > 0 { shape.append(ring) }
    if expansion < 0 {
      shape = DisplayList { [shape] in $0.group(Group(shape, mask: Mask(ring, isInverted: true))) }
    }
    // A feather's width is that of the whole transition, of which a Gaussian has most within four deviations.
    let sigma = max(feather.x + feather.y, 0) / 8
    if sigma > 0 { shape = DisplayList { [shape] in $0.group(Group(shape, effects: [.blur(sigma: sigma)])) } }
    if mask.isInverted {
      let all = DisplayList { $0.fill(Self.everything, .white) }
      shape = shape.isEmpty ? all : DisplayList { [shape] in $0.group(Group(all, mask: Mask(shape, isInverted: true))) }
    }
    guard opacity < 1 else { return shape }
    return DisplayList { [shape] in $0.group(Group(shape, opacity: opacity)) }
  }

  /// All masks as the alpha of a drawing: added ones lie over those before them, the rest cut what they leave.
  private var alphaMask: DisplayList {
    var result = DisplayList()
    if let first = masks.first, first.mode != .add { result.fill(Self.everything, .white) }
    for mask in masks {
      let shape = shape(of: mask)
      switch mask.mode {
      case .subtract:
        guard !shape.isEmpty else { continue }
        result = DisplayList { [result] in $0.group(Group(result, mask: Mask(shape, isInverted: true))) }
      case .intersect:
        guard !shape.isEmpty else { return DisplayList() }
        result = DisplayList { [result] in $0.group(Group(result, mask: Mask(shape))) }
      default: result.append(shape)
      }
    }
    return result
  }

  /// All masks in gray, by blend modes; where nothing is drawn it is black.
  private var luminanceMask: DisplayList {
    let parts = masks.compactMap(part)
    let isFull = masks.first.map { [.subtract, .intersect, .darken].contains($0.mode) } ?? false
    var result = DisplayList()
    // Blends need a ground under all that they draw.
    let areas = parts.compactMap(\.area)
    if isFull || areas.count < parts.count {
      result.fill(Self.everything, isFull ? .white : .black)
    } else if let first = areas.first {
      result.fill(.rect(areas.dropFirst().reduce(first) { $0.union($1) }), .black)
    }
    for (index, part) in parts.enumerated() {
      if index == 0, !isFull, [.add, .lighten, .difference].contains(part.mode) {
        // On black they leave a shape as it is.
        result.append(part.shape)
        continue
      }
      let modes: [LayerMask.Mode: (BlendMode, Bool)] = [
        .add: (.screen, false), .subtract: (.multiply, true), .intersect: (.multiply, false),
        .lighten: (.lighten, false), .darken: (.darken, false), .difference: (.difference, false),
      ]
      let (blend, isInverse) = modes[part.mode] ?? (.screen, false)
      let area = part.area.map { Path.rect($0) } ?? Self.everything
      var gray = DisplayList { $0.fill(area, isInverse ? .white : .black) }
      if isInverse {
        let black = DisplayList { $0.fill(area, .black) }
        gray.group(Group(black, mask: Mask(part.shape)))
      } else {
        gray.append(part.shape)
      }
      result.group(Group(gray, blend: blend))
    }
    return result
  }

  /// A mask's shape with the area beyond which the mask changes nothing; nil for one without bounds.
  private typealias Part = (mode: LayerMask.Mode, shape: DisplayList, area: Rect?)

  /// Nil for a mask that changes nothing at all.
  private func part(_ mask: LayerMask) -> Part? {
    let path = outline(of: mask)
    let isLocal = mask.mode != .intersect && mask.mode != .darken
    if isLocal, mask.opacity.value(at: frame) <= 0 { return nil }
    guard isLocal, !mask.isInverted, case let feather = mask.feather.value(at: frame), feather.x + feather.y <= 0 else {
      return (mask.mode, shape(of: mask, path), nil)
    }
    guard let bounds = path.controlBounds else { return nil }
    // With room for the pixels at its edge, however small it is shown.
    let reach = max(mask.expansion.value(at: frame), 0) + max(bounds.width, bounds.height) / 16 + 1
    return (mask.mode, shape(of: mask, path), bounds.inset(by: -reach))
  }
}
