import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Differences of commands")
struct CommandDifferenceTests {
  private func group(_ x: Double, effects: [Effect] = [], clip: Clip? = nil) -> DrawCommand {
    .group(
      Group(
        DisplayList {
          $0.fill(rectangle(0, 0, 100, 100), .white)
          $0.fill(rectangle(x, 40, 10, 10), .black)
          $0.fill(rectangle(5, 5, 10, 10), .black)
        }, transform: .translation(20, 0), clip: clip, effects: effects))
  }

  @Test("Equal commands differ nowhere, and groups where what they hold does")
  func tight() {
    let scale = Transform.scale(2)
    #expect(CommandDifference.bounds(group(30), group(30), scale) == .empty)
    #expect(
      CommandDifference.bounds(group(30), group(50), scale) == PixelRect(x0: 97, y0: 77, x1: 162, y1: 102))
  }

  @Test("A blur spreads a difference, and a clip cuts it")
  func effects() throws {
    let blurred = try #require(
      CommandDifference.bounds(group(30, effects: [.blur(sigma: 2)]), group(31, effects: [.blur(sigma: 2)]), .identity))
    #expect(blurred.x0 <= 43 && blurred.x1 >= 68 && blurred.y0 <= 33 && blurred.y1 >= 57)
    let clip = Clip(rectangle(0, 0, 100, 45))
    let clipped = try #require(
      CommandDifference.bounds(group(30, clip: clip), group(31, clip: clip), .identity))
    #expect(clipped.y0 == 37 && clipped.y1 == 47)
  }

  @Test("Groups that are placed otherwise differ in all that they hold")
  func places() {
    guard case .group(var other) = group(30) else { return }
    other.transform = .translation(21, 0)
    #expect(
      CommandDifference.bounds(group(30), .group(other), .identity) == PixelRect(x0: 17, y0: -3, x1: 123, y1: 102))
  }

  @Test("Behind the viewer nothing is known")
  func behind() {
    let projection = Transform(1, 0, 0, 0, 1, 0, 0, -0.02, 1)
    #expect(CommandDifference.bounds(group(30), group(31), projection) == nil)
  }

  /// A drawing with groups in groups, of which a part changes with each number.
  private func scene(_ numbers: [Int]) -> DisplayList {
    func card(_ index: Int) -> DisplayList {
      let n = numbers[index]
      return DisplayList { list in
        list.fill(rectangle(0, 0, 60, 50), Color(hex: 0x335577 + UInt32(index) * 0x101010))
        list.group(effects: n % 5 == 0 ? [] : [.blur(sigma: 1.5 + Double(index))]) {
          $0.fill(circle(Point(15 + Double(n % 7) * 4, 20), 8), Color(1, 0.8, 0.2, 0.8))
          $0.fill(rectangle(30, 30, 12, 9), .white)
        }
        list.group(opacity: 0.7, clip: Clip(circle(Point(30, 25), 20))) {
          $0.fill(rectangle(Double(n % 11) * 3, 10, 20, 20), Color(hex: 0xFF3366))
          $0.stroke(
            rectangle(10, Double(n % 3) * 9, 30, 20), .color(.black), StrokeStyle(width: 3, join: .miter))
          if n % 4 == 0 { $0.fill(rectangle(5, 30, 9, 9), .white) }
        }
      }
    }
    return DisplayList { list in
      list.fill(rectangle(0, 0, 160, 120), Color(hex: 0x102030))
      list.group(transform: .translation(10, 8) * .rotation(degrees: 4)) { $0.append(card(0)) }
      list.group(
        transform: .translation(80, 10), blend: .screen,
        effects: [.dropShadow(color: .black, offset: Point(3, 5), sigma: 3)]
      ) { $0.append(card(1)) }
      list.group(transform: Transform(1, 0.1, 30, 0, 1, 60, 0.0004, 0.0002, 1), opacity: 0.8) {
        $0.fill(rectangle(0, 0, 70, 40), .white)
        $0.append(card(2))
      }
      list.expose(
        (0..<4).map { step in
          DisplayList {
            $0.group(transform: .translation(90, 62)) {
              $0.append(card(3))
              $0.fill(rectangle(Double(step) * 3, 4, 9, 9), .white)
            }
          }
        })
    }
  }

  @Test("Frame after frame, only what differs is drawn again, and all is as if it were drawn alone")
  func retained() {
    var random = SeededNumbers(seed: 5)
    let renderer = FrameRenderer(width: 160, height: 120, background: .black, cache: ResourceCache())
    var numbers = [1, 2, 3, 4]
    for _ in 0..<60 {
      numbers[Int.random(in: 0..<4, using: &random)] = Int.random(in: 0..<40, using: &random)
      let list = scene(numbers)
      #expect(renderer.render(list) == draw(160, 120) { $0.append(list) })
    }
  }
}
