import Raster
import StageKit

extension FuzzTarget {
  /// Lists give the same pixels in strips of any height, and whatever was drawn before; premultiplied.
  static func raster(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let (width, height) = (40, 28)
    var lists = (0..<2).map { _ in source.list(depth: 0) }
    let background = source.flag() ? Color.black : Color(0, 0, 0, 0)
    let isBackAndForth = source.flag()
    if source.flag() {
      let other = source.list(depth: 1)
      let below = source.list(depth: 2)
      lists[1] = DisplayList { list in
        list.append(below)
        list.expose([lists[0], lists[1], lists[1], other])
      }
    }
    func renderer(_ strip: Int) -> FrameRenderer {
      FrameRenderer(
        width: width, height: height, background: background, cache: ResourceCache(), stripHeight: strip)
    }
    let kept = renderer(16)
    let first = kept.render(lists[0])
    require(isPremultiplied(first), "a component is above its alpha")
    for list in isBackAndForth ? [lists[1], lists[0]] : [lists[1]] {
      let frame = kept.render(list)
      let fresh = renderer(7).render(list)
      require(frame == fresh, "a frame depends on its strips, or on what was drawn before")
      require(isPremultiplied(frame), "a component is above its alpha")
    }
  }

  private static func isPremultiplied(_ frame: Image) -> Bool {
    frame.pixels.withUnsafeBufferPointer { bytes in
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = bytes[pixel + 3]
        if bytes[pixel] > alpha || bytes[pixel + 1] > alpha || bytes[pixel + 2] > alpha { return false }
      }
      return true
    }
  }
}

extension ByteSource {
  mutating func list(depth: Int) -> DisplayList {
    var list = DisplayList()
    for _ in 0..<choice(5) where !isEmpty {
      switch choice(depth < 3 ? 5 : 3) {
      case 0: list.fill(path(), paint(), rule: flag() ? .nonzero : .evenOdd, transform: transform())
      case 1, 2: list.stroke(path(), paint(), style(), transform: transform())
      case 3:
        list.backdrop(
          blur: fraction() * 12, within: self.list(depth: depth + 1), transform: transform(), opacity: fraction(),
          color: flag() ? .contrast(number()) : nil)
      default:
        let content = self.list(depth: depth + 1)
        list.group(
          Group(
            content, transform: transform(), opacity: fraction(),
            blend: BlendMode.allCases[choice(BlendMode.allCases.count)],
            clip: flag() ? Clip(path(), rule: flag() ? .nonzero : .evenOdd, transform: transform()) : nil,
            mask: flag()
              ? Mask(self.list(depth: depth + 1), channel: flag() ? .alpha : .luminance, isInverted: flag()) : nil,
            effects: effects()))
      }
    }
    return list
  }

  /// Few in all, since layers take in hundreds of pixels around the canvas, however small it is.
  private mutating func effects() -> [Effect] {
    let count = min(choice(3), effectsLeft)
    effectsLeft -= count
    return (0..<count).map { _ in
      let sigma = choice(4) == 0 ? number() : fraction() * 12
      return switch choice(5) {
      case 0: .blur(sigma: sigma)
      case 1: .dropShadow(color: color(), offset: point(), sigma: sigma)
      case 2: .shadow(color: color(), offset: point(), sigma: sigma)
      case 3: .innerShadow(color: color(), offset: point(), sigma: sigma)
      default: .color(.tint(color(), amount: number()))
      }
    }
  }

  mutating func path() -> Path {
    let count = choice(12)
    return Path { path in
      path.move(to: point())
      for _ in 0..<count {
        switch choice(6) {
        case 0: path.move(to: point())
        case 1, 2: path.line(to: point())
        case 3: path.quad(point(), to: point())
        case 4: path.cubic(point(), point(), to: point())
        default: path.close()
        }
      }
    }
  }

  mutating func transform() -> Transform {
    switch choice(5) {
    case 0, 1: .identity
    case 2: .translation(number(), number()) * .rotation(degrees: number())
    case 3: Transform(number(), number(), number(), number(), number(), number())
    default:
      Transform(
        number(), number(), number(), number(), number(), number(), number() / 1000, number() / 1000, number() / 10)
    }
  }

  mutating func stops() -> [GradientStop] {
    (0..<choice(5)).map { _ in GradientStop(flag() ? fraction() : number(), color()) }
  }

  mutating func paint() -> Paint {
    let spread = Spread(rawValue: UInt8(choice(4))) ?? .pad
    switch choice(7) {
    case 0, 1: return .color(color())
    case 2: return .linear(from: point(), to: point(), stops: stops(), spread: spread)
    case 3: return .radial(center: point(), radius: number(), stops: stops(), spread: spread)
    case 4: return .conic(center: point(), startDegrees: number(), stops: stops())
    case 5: return .alongPath(start: number(), end: number(), stops: stops())
    default:
      let (width, height) = (1 + choice(9), 1 + choice(9))
      let pixels = (0..<width * height).flatMap { index in
        let alpha = UInt8(truncatingIfNeeded: index &* 37)
        return [alpha / 2, alpha, alpha / 3, alpha]
      }
      guard let image = Image(width: width, height: height, premultiplied: pixels) else { return .color(.black) }
      return .image(image, placement: transform(), spread: spread, opacity: fraction())
    }
  }

  mutating func style() -> StrokeStyle {
    StrokeStyle(
      width: number(), cap: LineCap.allCases[choice(3)], join: LineJoin.allCases[choice(3)], miterLimit: number(),
      dashes: (0..<choice(4)).map { _ in number() }, dashOffset: number(),
      order: flag() ? .outlineThenTransform : .transformThenOutline)
  }
}
