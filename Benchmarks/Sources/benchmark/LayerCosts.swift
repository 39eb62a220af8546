import Raster
import StageKit

/// What a kind of layer costs on one thread, for a frame of 1080 × 1920 pixels in which everything moves.
struct LayerCosts: Codable {
  let name: String
  /// The least that a frame took.
  let milliseconds: Double

  private struct Row: Sendable {
    let name: String
    let list: @Sendable (_ content: DisplayList) -> DisplayList
  }

  private static let (width, height) = (1080.0, 1920.0)

  private static let rows = [
    Row(name: direct) { $0 },
    group("group, half opaque") { Group($0, opacity: 0.5) },
    group("blend, separable: multiply") { Group($0, blend: .multiply) },
    group("blend, separable: soft-light") { Group($0, blend: .softLight) },
    group("blend, not separable: luminosity") { Group($0, blend: .luminosity) },
    group("clip on whole pixels") {
      Group($0, clip: Clip(.rect(Rect(x: 40, y: 40, width: width - 80, height: height - 80))))
    },
    group("clip with rounded corners") { Group($0, clip: Clip(card)) },
    group("mask") { Group($0, mask: Mask(fading)) },
    group("mask, luminance, inverted") { Group($0, mask: Mask(fading, channel: .luminance, isInverted: true)) },
    group("shadow") { Group($0, effects: [.shadow(color: .black, offset: Point(0, 12), sigma: 20)]) },
    group("inner shadow") { Group($0, effects: [.innerShadow(color: .black, offset: Point(0, 12), sigma: 20)]) },
    group("color matrix") { Group($0, effects: [.color(.saturation(0.3))]) },
    group(blurred) { Group($0, effects: [.blur(sigma: 20)]) },
    Row(name: blurredBackdrop) { content in
      DisplayList { list in
        list.append(content)
        list.backdrop(blur: 20, within: DisplayList { $0.fill(.rect(canvas), .white) })
      }
    },
    Row(name: "backdrop blur, within a card") { content in
      DisplayList { list in
        list.append(content)
        let card = Rect(x: 140, y: 700, width: 800, height: 500)
        list.backdrop(blur: 20, within: DisplayList { $0.fill(.roundedRect(card, radius: 40), .white) })
      }
    },
    Row(name: "shutter, 8 samples") { content in DisplayList { $0.expose(moved(content, 8)) } },
    Row(name: "shutter, 32 samples") { content in DisplayList { $0.expose(moved(content, 32)) } },
  ]
  private static let direct = "drawn directly"
  private static let blurred = "blur of all"
  private static let blurredBackdrop = "backdrop blur of all"

  static func measure() -> [LayerCosts] {
    let renderers = rows.map { _ in
      FrameRenderer(width: Int(width), height: Int(height), background: .black, cache: ResourceCache())
    }
    var sinks = [PlaneSink]()
    var least = [Double](repeating: .infinity, count: rows.count)
    for frame in 0..<16 {
      let content = content(frame)
      for (index, row) in rows.enumerated() {
        let list = row.list(content)
        let began = Clock.thread
        renderers[index].render(list, into: &sinks)
        if frame > 0 { least[index] = min(least[index], (Clock.thread - began) * 1e3) }
      }
    }
    return zip(rows, least).map { LayerCosts(name: $0.name, milliseconds: $1) }
  }

  /// What its figure is to be compared with.
  func note(among all: [LayerCosts]) -> String {
    let other = name == Self.blurredBackdrop ? Self.blurred : Self.direct
    guard let cost = all.first(where: { $0.name == other })?.milliseconds, other != name else { return "1080 × 1920" }
    return String(format: "%.2f × \(other)", milliseconds / cost)
  }

  private static let canvas = Rect(x: 0, y: 0, width: width, height: height)
  private static let card = Path.roundedRect(Rect(x: 40, y: 40, width: width - 80, height: height - 80), radius: 60)

  private static let fading = DisplayList { list in
    let stops = [GradientStop(0, .white), GradientStop(1, .clear)]
    list.fill(.rect(canvas), .linear(from: .zero, to: Point(0, height), stops: stops))
  }

  /// The content at so many places within four points, for a shutter.
  private static func moved(_ content: DisplayList, _ count: Int) -> [DisplayList] {
    (0..<count).map { sample in
      DisplayList { $0.group(Group(content, transform: .translation(4 * Double(sample) / Double(count), 0))) }
    }
  }

  /// A background, and what `make` makes of the content on it.
  private static func group(_ name: String, _ make: @escaping @Sendable (DisplayList) -> Group) -> Row {
    Row(name: name) { content in
      DisplayList { list in
        list.fill(.rect(canvas), Color(hex: 0x4080C0))
        list.group(make(content))
      }
    }
  }

  /// A gradient over the whole canvas, and on it 60 circles and rectangles; all of them move.
  private static func content(_ frame: Int) -> DisplayList {
    DisplayList { list in
      let shift = Double(frame)
      let stops = [GradientStop(0, Color(hex: 0x102040)), GradientStop(1, Color(hex: 0xE08040))]
      list.fill(.rect(canvas), .linear(from: Point(0, shift), to: Point(width, height), stops: stops))
      for index in 0..<60 {
        let n = Double(index)
        let place = Point(
          (n * 337 + shift * 1.3).truncatingRemainder(dividingBy: width),
          (n * 619 + shift * 2.1).truncatingRemainder(dividingBy: height))
        let color = Color(n / 60, 0.9 - n / 80, (n * 0.37).truncatingRemainder(dividingBy: 1), index % 3 == 0 ? 0.6 : 1)
        if index % 2 == 0 {
          list.fill(.circle(center: place, radius: 30 + n), color)
        } else {
          list.fill(.roundedRect(Rect(x: place.x - 60, y: place.y - 40, width: 120, height: 80), radius: 12), color)
        }
      }
    }
  }
}
