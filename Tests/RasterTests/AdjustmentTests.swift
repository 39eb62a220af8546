import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Adjustments")
struct AdjustmentTests {
  private let all = DisplayList { $0.fill(rectangle(-500, -500, 2000, 2000), .white) }

  private var half: Grade {
    var grade = Grade()
    grade.matrix = .brightness(0.5)
    return grade
  }

  /// All that a grade has.
  private var full: Grade {
    var grade = Grade()
    grade.tone.exposure = 0.3
    grade.matrix = ColorMatrix.contrast(1.2).followed(by: .saturation(1.3))
    grade.vignette = Grade.Vignette(Rect(x: 0, y: 0, width: 200, height: 120), amount: 0.5)
    grade.grain = Grade.Grain(amount: 0.05, size: 2)
    return grade
  }

  private func scene(_ list: inout DisplayList, _ number: Int = 0) {
    list.fill(rectangle(0, 0, 200, 120), Color(hex: 0x203050))
    list.fill(circle(Point(60 + Double(number), 50), 40), Color(hex: 0xE0A020))
    list.fill(rectangle(90, 40, 100, 60), Color(0.2, 0.9, 0.4, 0.5))
  }

  @Test("All below is changed, the background too, and what lies above is not")
  func order() {
    let frame = draw(40, 10, background: Color(hex: 0x808080)) { list in
      list.fill(rectangle(10, 0, 10, 10), .white)
      list.adjust(half, within: all)
      list.fill(rectangle(30, 0, 10, 10), .white)
    }
    #expect(frame.red(5, 5) == 64 && [127, 128].contains(frame.red(15, 5)) && frame.red(35, 5) == 255)
  }

  @Test("It mixes as far as its outline covers")
  func outline() {
    let frame = draw(40, 10, background: .white) { list in
      list.adjust(half, within: DisplayList { $0.fill(rectangle(10, 0, 10.5, 10), .white) })
    }
    #expect(frame.red(5, 5) == 255 && [127, 128].contains(frame.red(15, 5)) && frame.red(25, 5) == 255)
    #expect((190...192).contains(frame.red(20, 5)))
  }

  @Test("In a group that is a layer it changes that alone")
  func layers() {
    let frame = draw(40, 10, background: .white) { list in
      list.group(opacity: 0.5) { group in
        group.fill(rectangle(0, 0, 20, 10), .white)
        group.adjust(half, within: all)
      }
    }
    #expect((190...192).contains(frame.red(10, 5)) && frame.red(30, 5) == 255)
  }

  @Test("In a group that is only a place it changes all below")
  func places() {
    let frame = draw(40, 10, background: .white) { list in
      list.group(transform: .translation(3, 0)) { $0.adjust(half, within: all) }
    }
    #expect([127, 128].contains(frame.red(30, 5)))
  }

  @Test("Strips of any height give the same bytes", arguments: [2, 6, 16, 64])
  func strips(height: Int) {
    func frame(_ height: Int) -> Image {
      draw(200, 120, stripHeight: height) { list in
        scene(&list)
        list.group(effects: [.grade(full)]) { $0.fill(rectangle(20, 60, 50, 50), Color(0.8, 0.3, 0.3, 0.7)) }
        list.bloom(6, above: 0.5, within: all, opacity: 0.5)
        list.adjust(full, within: all)
      }
    }
    #expect(frame(height) == frame(16))
  }

  @Test("A frame is the same whatever was drawn before it")
  func reuse() {
    let renderer = FrameRenderer(width: 200, height: 120, background: .black, cache: ResourceCache())
    for number in [0, 1, 1, 7, 0, 0, 3] {
      let list = DisplayList { list in
        scene(&list, number)
        var grade = full
        if number == 7 { grade.grain?.frame = 1 }
        list.adjust(grade, within: all)
        if number == 3 { list.fill(rectangle(5, 5, 20, 20), .white) }
      }
      let fresh = FrameRenderer(width: 200, height: 120, background: .black, cache: ResourceCache())
      #expect(renderer.render(list) == fresh.render(list))
    }
  }

  @Test("A shadow of what it is in falls as without it")
  func shadows() {
    func frame(adjusts: Bool) -> Image {
      draw(80, 80, background: .white) { list in
        list.group(effects: [.shadow(color: .black, offset: Point(10, 10), sigma: 3)]) { group in
          group.fill(rectangle(20, 20, 20, 20), .white)
          if adjusts { group.adjust(half, within: all) }
        }
      }
    }
    #expect(frame(adjusts: true) == frame(adjusts: false))
  }

  @Test("Only what is brighter than the threshold gives light, around and over it")
  func bloom() {
    let frame = draw(120, 60, background: Color(hex: 0x202020)) { list in
      list.fill(rectangle(20, 20, 20, 20), .white)
      list.fill(rectangle(80, 20, 20, 20), Color(hex: 0x606060))
      list.bloom(4, above: 0.6, within: all, opacity: 1)
    }
    // The edge of white gets half of its light.
    #expect(frame.red(17, 30) > 0x20 + 20 && frame.red(45, 30) < frame.red(41, 30))
    #expect(frame.red(90, 30) == 0x60 && frame.red(75, 30) == 0x20)
  }

  @Test("Highlights keep the share by which they lie above the threshold, their alpha too")
  func highlights() {
    let frame = draw(30, 10, background: .clear) { list in
      list.group(effects: [.highlights(above: 0.5)]) { group in
        group.fill(rectangle(0, 0, 10, 10), .white)
        group.fill(rectangle(10, 0, 10, 10), Color(0.75, 0, 0))
        group.fill(rectangle(20, 0, 10, 10), Color(0.5, 0.5, 0.5))
      }
    }
    #expect(frame[5, 5] == [255, 255, 255, 255])
    #expect((95...96).contains(frame[15, 5][0]) && (127...128).contains(frame[15, 5][3]))
    #expect(frame[25, 5] == [0, 0, 0, 0])
  }
}
