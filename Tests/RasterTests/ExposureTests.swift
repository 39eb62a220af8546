import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Exposures")
struct ExposureTests {
  private func linear(_ v: Double) -> Double { v <= 0.040_45 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

  private func encoded(_ v: Double) -> Double { v <= 0.003_130_8 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

  /// The color of a pixel of a clear layer, in 1/65280.
  private func pixel(_ color: Color) -> Pixel { color.pixel() }

  @Test("Every component comes back from linear light, and so do those a third of a step beside it")
  func roundTrips() {
    LinearLight.table.with { light in
      for component in 0...Pixel.full {
        let exact = light.light(component)
        #expect(light.component(exact) == component)
        if component < Pixel.full {
          #expect(light.component(exact + (light.light(component + 1) - exact) / 3) == component)
        }
      }
    }
  }

  @Test("The mean is that of linear light, weighted by alpha")
  func means() {
    var random = SeededNumbers(seed: 3)
    func number() -> Double { Double(random.next() % 256) / 255 }
    LinearLight.table.with { light in
      for _ in 0..<2000 {
        let samples = (0..<3).map { _ in
          (color: Color(number(), number(), number(), number()), weight: UInt32(1 + random.next() % 80))
        }
        var sum = LightSum(pixel(samples[0].color), isDithered: 0, weight: samples[0].weight)
        for sample in samples.dropFirst() {
          sum.add(pixel(sample.color), isDithered: 0, weight: sample.weight, light)
        }
        let total = samples.reduce(0) { $0 + $1.weight }
        let mean = sum.mean(total, LightSum.inverse(total), light).pixel
        let alphas = samples.map { $0.color.alpha * Double($0.weight) }
        let alpha = alphas.reduce(0, +) / Double(total)
        #expect(abs(Double(mean.w) - alpha * 65_280) <= 1)
        for (found, values) in [
          (mean.x, samples.map(\.color.red)), (mean.y, samples.map(\.color.green)), (mean.z, samples.map(\.color.blue)),
        ] where alpha > 0 {
          let exact = zip(values, alphas).map { linear($0) * $1 }.reduce(0, +) / alphas.reduce(0, +)
          // Premultiplied components are rounded before they are divided again.
          #expect(abs(Double(found) - encoded(exact) * alpha * 65_280) <= 4 + 1 / max(alpha, 0.004))
          #expect(found <= mean.w)
        }
      }
    }
  }

  @Test("The kernels give the means of the pixels one by one")
  func kernels() {
    var random = SeededNumbers(seed: 4)
    for count in [1, 3, 4, 7, 8, 29, 64] {
      let part = PixelRect(x0: 3, y0: 1, x1: 3 + count, y1: 3)
      let (layer, sums) = (PixelLayer(), LightSums())
      var references: [LightSum] = []
      let weights = (0..<5).map { _ in UInt32(1 + random.next() % 50) }
      LinearLight.table.with { light in
        for (sample, weight) in weights.enumerated() {
          layer.reset(part)
          var index = 0
          for y in part.y0..<part.y1 {
            let row = layer.row(y)
            for x in part.x0..<part.x1 {
              // Most pixels stay; some are opaque, clear or between.
              let kind = random.next() % 6
              let alpha = kind < 4 ? 65_280 : kind == 4 ? 0 : UInt16(random.next() % 65_281)
              func part() -> UInt16 { UInt16((random.next() % 65_281) * UInt64(alpha) / 65_280) }
              row.pixels[x] = kind < 3 ? Pixel(9_000, 40_000, 100, 65_280) : Pixel(part(), part(), part(), alpha)
              row.ditherMask[x] = UInt8(random.next() % 2)
              if sample == 0 {
                references.append(LightSum(row.pixels[x], isDithered: row.ditherMask[x], weight: weight))
              } else {
                references[index].add(row.pixels[x], isDithered: row.ditherMask[x], weight: weight, light)
              }
              index += 1
            }
          }
          if sample == 0 {
            sums.begin(layer, part, weight: weight)
          } else {
            sums.add(layer, part, weight: weight, light)
          }
        }
        let total = weights.reduce(0, +)
        sums.putMeans(onto: layer, part, total: total, light)
        var found = references.makeIterator()
        for y in part.y0..<part.y1 {
          for x in part.x0..<part.x1 {
            guard let mean = found.next()?.mean(total, LightSum.inverse(total), light) else { continue }
            #expect(layer.row(y).pixels[x] == mean.pixel)
            #expect(layer.row(y).ditherMask[x] == mean.isDithered)
          }
        }
      }
    }
  }

  @Test("White half of the time on black is as bright as half of the light")
  func half() {
    let frame = draw(20, 20) { list in
      list.expose([DisplayList { $0.fill(rectangle(5, 5, 10, 10), .white) }, DisplayList()])
    }
    // Means are dithered.
    #expect((187...188).contains(frame[10, 10][0]))
    #expect(frame[2, 2] == [0, 0, 0, 255])
  }

  @Test("A sample that comes again counts as often")
  func weights() {
    let square = DisplayList { $0.fill(rectangle(5, 5, 10, 10), .white) }
    let list = DisplayList { $0.expose([square, square, square, DisplayList()]) }
    guard case .exposure(let exposure) = list.commands.first else { return #expect(Bool(false)) }
    #expect(exposure.samples.map(\.weight) == [3, 1])
    #expect(abs(Double(draw(20, 20) { $0.append(list) }[10, 10][0]) - encoded(0.75) * 255) < 1)
  }

  @Test("Of very many drawings as many count as fit a sum, and all may be white")
  func many() {
    let list = DisplayList { list in
      list.expose(
        (0..<1000).map { index in
          DisplayList {
            $0.fill(rectangle(0, 0, 20, index < 500 ? 20 : 5), index % 2 == 0 ? .white : Color(hex: 0xFFFFFE))
          }
        })
    }
    guard case .exposure(let exposure) = list.commands.first else {
      Issue.record("\(list)")
      return
    }
    #expect(exposure.samples.reduce(0) { $0 + $1.weight } == 256)
    let frame = draw(20, 20) { $0.append(list) }
    #expect(frame[10, 2][0] == 255 && (187...188).contains(frame[10, 10][0]))
  }

  @Test("What all samples begin with is drawn once, and equal ones are no exposure")
  func common() {
    let ground = DisplayList { $0.fill(rectangle(0, 0, 20, 20), Color(hex: 0x336699)) }
    func drawing(_ x: Double) -> DisplayList {
      DisplayList { list in
        list.append(ground)
        list.fill(rectangle(x, 5, 4, 4), .white)
      }
    }
    #expect(DisplayList { $0.expose([drawing(3), drawing(3)]) } == drawing(3))
    #expect(DisplayList { $0.expose([drawing(3), drawing(5)]) }.commands.first == ground.commands.first)
  }

  @Test("Blends in a sample see what lies below the exposure")
  func blends() {
    let frame = draw(20, 20, background: Color(hex: 0x808080)) { list in
      list.expose([
        DisplayList { $0.group(blend: .multiply) { $0.fill(rectangle(0, 0, 20, 20), Color(hex: 0x808080)) } },
        DisplayList(),
      ])
    }
    let exact = encoded((linear(128.0 * 128 / 255 / 255) + linear(128 / 255.0)) / 2) * 255
    #expect(abs(Double(frame[10, 10][0]) - exact) <= 1)
  }

  @Test("A backdrop in a sample shows the background, what is below the exposure and what moves below it")
  func backdrops() {
    func content(_ x: Double) -> DisplayList {
      DisplayList { list in
        list.fill(rectangle(x, 0, 40, 60), Color(hex: 0xFF8000))
        list.backdrop(blur: 4, within: DisplayList { $0.fill(rectangle(10, 10, 60, 40), .white) })
      }
    }
    let below = DisplayList { $0.fill(rectangle(0, 20, 80, 12), Color(hex: 0x0040C0)) }
    func frame(_ list: DisplayList) -> Image {
      draw(80, 60, background: Color(hex: 0x203010)) {
        $0.append(below)
        $0.append(list)
      }
    }
    let both = frame(DisplayList { $0.expose([content(5), content(30)]) })
    let (a, b) = (frame(content(5)), frame(content(30)))
    for y in stride(from: 1, to: 60, by: 4) {
      for x in stride(from: 1, to: 80, by: 4) {
        for channel in 0..<3 {
          let mean = (linear(Double(a[x, y][channel]) / 255) + linear(Double(b[x, y][channel]) / 255)) / 2
          #expect(abs(Double(both[x, y][channel]) - encoded(mean) * 255) <= 2)
        }
      }
    }
  }

  /// Things that move by a step of `time`, of all kinds.
  private func scene(_ time: Double) -> DisplayList {
    DisplayList { list in
      list.fill(rectangle(0, 0, 96, 80), Color(hex: 0x1E3A5F))
      list.fill(circle(Point(20 + 30 * time, 30), 12), Color(1, 0.8, 0.2, 0.7))
      list.group(transform: .translation(50, 40) * .rotation(degrees: 60 * time), opacity: 0.6) {
        $0.fill(rectangle(-20, -4, 40, 8), .white)
        $0.fill(rectangle(-4, -20, 8, 40), Color(hex: 0xFF3366))
      }
      list.group(blend: .screen) { $0.fill(rectangle(60 - 10 * time, 50, 20, 20), Color(hex: 0x00AA55)) }
      list.fill(rectangle(70, 5, 20, 70), Color(0, 0, 0, 0.5))
    }
  }

  private func exposure(_ time: Double) -> DisplayList {
    DisplayList { list in
      list.fill(rectangle(0, 0, 40, 80), Color(hex: 0x805030))
      list.expose((0..<9).map { scene(time + Double($0) / 9) })
    }
  }

  @Test("Strips of any height give the same pixels", arguments: [1, 7, 80], [Color.black, .clear])
  func strips(height: Int, background: Color) {
    func frame(_ height: Int) -> Image {
      draw(96, 80, background: background, stripHeight: height) { $0.append(exposure(0.2)) }
    }
    #expect(frame(height) == frame(16))
  }

  @Test("A renderer that drew other frames before gives the same pixels")
  func retained() {
    let renderer = FrameRenderer(width: 96, height: 80, background: .black, cache: ResourceCache())
    for step in 0..<6 {
      let list = exposure(Double(step / 2) * 0.4)
      #expect(renderer.render(list) == draw(96, 80) { $0.append(list) })
    }
  }

  @Test("Samples that begin alike are drawn as each by itself")
  func begins() {
    func sample(_ index: Int) -> DisplayList {
      DisplayList { list in
        list.fill(circle(Point(30 + Double(index / 4) * 3, 30), 20), Color(1, 0.8, 0.2, 0.7))
        list.group(opacity: 0.5) {
          $0.fill(rectangle(5 + Double(index / 8) * 6, 20, 60, 30), .white)
          $0.fill(rectangle(40, 10, 9, 60), Color(hex: 0xFF3366))
        }
        list.fill(rectangle(Double(index) * 4, 5, 8, 70), Color(hex: 0x3344AA))
      }
    }
    let frame = draw(96, 80) { $0.expose((0..<16).map(sample)) }
    for height in [1, 7, 80] {
      #expect(draw(96, 80, stripHeight: height) { $0.expose((0..<16).map(sample)) } == frame)
    }
    let alone = (0..<16).map { index in draw(96, 80) { $0.append(sample(index)) } }
    for y in 0..<80 {
      for x in 0..<96 {
        for channel in 0..<3 {
          let mean = alone.reduce(0) { $0 + linear(Double($1[x, y][channel]) / 255) } / 16
          #expect(abs(Double(frame[x, y][channel]) - encoded(mean) * 255) <= 2)
        }
      }
    }
  }
}
