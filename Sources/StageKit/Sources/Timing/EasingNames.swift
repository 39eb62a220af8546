extension Easing {
  /// A curve that jobs may name.
  public struct Named: Sendable {
    public let name: String
    public let curve: Easing
    /// The origin of the curve.
    public let origin: Origin
  }

  /// The origin of a named curve.
  public enum Origin: String, Sendable, CaseIterable {
    case css = "CSS"
    /// The quintic of "Improving Noise" (2002).
    case perlin = "Ken Perlin"
    /// As easings.net publishes them.
    case penner = "Robert Penner"
    /// The motion tokens of Material Design 3, and of 2 as `legacy`.
    case material = "Material Design"
    /// Core Animation's curves and spring, and the springs that SwiftUI names.
    case apple = "Apple"
  }

  /// Every curve that is written without arguments, in the order of their origins.
  public static let named: [Named] = css + perlin + penner + material + apple

  private static let css = [
    Named(name: "linear", curve: .linear, origin: .css), Named(name: "default", curve: .ease, origin: .css),
    Named(name: "ease", curve: .ease, origin: .css), Named(name: "ease-in", curve: .easeIn, origin: .css),
    Named(name: "ease-out", curve: .easeOut, origin: .css),
    Named(name: "ease-in-out", curve: .easeInOut, origin: .css),
    Named(name: "step-start", curve: .steps(1, .jumpStart), origin: .css),
    Named(name: "step-end", curve: .steps(1, .jumpEnd), origin: .css),
  ]

  private static let perlin = [Named(name: "smooth", curve: .smooth, origin: .perlin)]

  private static let penner = EasingPreset.all.map { Named(name: $0.name, curve: .preset($0), origin: .penner) }

  private static let material = [
    ("standard", Easing.cubicBezier(0.2, 0, 0, 1)), ("standard-decelerate", .cubicBezier(0, 0, 0, 1)),
    ("standard-accelerate", .cubicBezier(0.3, 0, 1, 1)), ("emphasized", .materialEmphasized),
    ("emphasized-decelerate", .cubicBezier(0.05, 0.7, 0.1, 1)),
    ("emphasized-accelerate", .cubicBezier(0.3, 0, 0.8, 0.15)), ("legacy", .cubicBezier(0.4, 0, 0.2, 1)),
    ("legacy-decelerate", .cubicBezier(0, 0, 0.2, 1)), ("legacy-accelerate", .cubicBezier(0.4, 0, 1, 1)),
  ].map { Named(name: "material-\($0)", curve: $1, origin: .material) }

  private static let apple = [
    ("spring", Easing.spring(Spring())), ("apple-default", .ease), ("apple-ease-in-out", .easeInOut),
    ("apple-smooth", .spring(Spring(duration: 0.5, bounce: 0))),
    ("apple-snappy", .spring(Spring(duration: 0.5, bounce: 0.15))),
    ("apple-bouncy", .spring(Spring(duration: 0.5, bounce: 0.3))),
  ].map { Named(name: $0, curve: $1, origin: .apple) }
}
