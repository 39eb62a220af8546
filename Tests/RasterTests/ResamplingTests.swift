import Coding
import Foundation
import Geometry
import Graphics
import Raster
import Testing

/// Pictures of other sizes, turned, and in perspective, beside Lanczos' kernel in floating point.
@Suite("Resampling")
struct ResamplingTests {
  private struct Gray {
    let image: Image
    let reference: LanczosReference

    init(_ side: Int, _ value: (Int, Int) -> Double) throws {
      var pixels: [UInt8] = []
      for y in 0..<side {
        for x in 0..<side {
          let v = UInt8(min(max(value(x, y), 0), 255).rounded())
          pixels += [v, v, v, 255]
        }
      }
      image = try #require(Image(width: side, height: side, premultiplied: pixels))
      reference = LanczosReference(
        stride(from: 0, to: pixels.count, by: 4).map { Double(pixels[$0]) }, width: side)
    }
  }

  /// Something like a page of text: short dark strokes and arcs on white.
  private func text(_ side: Int) throws -> Gray {
    var numbers = SeededNumbers(seed: 5)
    let frame = draw(side, side, background: .white) { list in
      for row in stride(from: 6.0, to: Double(side), by: 13) {
        for column in stride(from: 5.0, to: Double(side), by: 8) {
          let (x, y) = (column + numbers.within(-1...1), row)
          switch Int.random(in: 0...3, using: &numbers) {
          case 0: list.fill(rectangle(x, y - 4, 1.6, 9), .black)
          case 1: list.fill(rectangle(x - 2, y + numbers.within(-3...3), 6, 1.4), .black)
          case 2:
            list.stroke(circle(Point(x, y + 2), 2.6), .color(.black), StrokeStyle(width: 1.4))
          default:
            list.fill(polygon([Point(x - 2, y + 5), Point(x, y - 4), Point(x + 1.5, y - 4), Point(x, y + 5)]), .black)
          }
        }
      }
    }
    return try Gray(side) { x, y in Double(frame.red(x, y)) }
  }

  private func gray(_ frame: Image) -> LanczosReference {
    LanczosReference((0..<frame.width * frame.height).map { Double(frame.pixels[4 * $0]) }, width: frame.width)
  }

  private func shrunk(_ picture: Gray, _ width: Int, through transform: Transform = .identity) -> LanczosReference {
    gray(
      draw(width, width) {
        $0.image(picture.image, in: Rect(x: 0, y: 0, width: Double(width), height: Double(width)), transform: transform)
      })
  }

  private func difference(_ a: LanczosReference, _ b: LanczosReference, margin: Int = 2) -> Double {
    var sum = 0.0
    for y in margin..<a.height - margin {
      for x in margin..<a.width - margin {
        let d = a.values[y * a.width + x] - b.values[y * a.width + x]
        sum += d * d
      }
    }
    return (sum / Double((a.width - 2 * margin) * (a.height - 2 * margin))).squareRoot()
  }

  /// Almost nothing, but enough that it is not drawn by rows and columns.
  private static let tilts = [
    Transform.identity,
    Transform(1, 1e-6, 0, -1e-6, 1, 0),
    Transform(1, 0, 0, 0, 1, 0, 1e-7, 2e-7, 1),
  ]

  @Test("Pictures are as sharp as Lanczos' kernel makes them at every scale, in perspective too", arguments: 0..<3)
  func sharpness(tilt: Int) throws {
    let picture = try text(300)
    for width in [
      30, 33, 45, 60, 75, 76, 90, 105, 106, 107, 120, 149, 150, 151, 172, 174, 180, 212, 240, 270, 291, 300,
    ] {
      let exact = picture.reference.resampled(width: width, height: width)
      let drawn = shrunk(picture, width, through: Self.tilts[tilt])
      let ratio = drawn.gradientEnergy() / exact.gradientEnergy()
      if ProcessInfo.processInfo.environment["RASTER_PRINT"] != nil {
        print(
          "scale \(Double(width) / 300): energy \(exact.gradientEnergy()), ratio \(ratio), rms \(difference(drawn, exact))"
        )
      }
      #expect(abs(ratio - 1) < 0.05, "at a scale of \(Double(width) / 300): \(ratio)")
      #expect(difference(drawn, exact) < (tilt == 0 ? 1 : 3), "at a scale of \(Double(width) / 300)")
    }
  }

  @Test("Nothing snaps where a scale passes one half", arguments: 0..<3)
  func smoothness(tilt: Int) throws {
    let picture = try text(500)
    let energies = (248...252).map { shrunk(picture, $0, through: Self.tilts[tilt]).gradientEnergy() }
    for (a, b) in zip(energies, energies.dropFirst()) { #expect(abs(a / b - 1) < 0.025, "\(energies)") }
  }

  @Test("Turned pictures are as sharp as with the kernel along their axes", arguments: [15.0, 30, 45])
  func turned(degrees: Double) throws {
    let picture = try text(300)
    for scale in [0.3, 0.5, 0.7, 0.85, 1] {
      let placed =
        Transform.translation(50, 50) * Transform.rotation(degrees: degrees) * Transform.scale(scale)
        * Transform.translation(-150, -150)
      let drawn = gray(
        draw(100, 100) {
          $0.fill(rectangle(0, 0, 100, 100), .image(picture.image, placement: placed))
        })
      let back = try #require(placed.inverse)
      var values: [Double] = []
      for y in 0..<100 {
        for x in 0..<100 {
          let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
          values.append(picture.reference.sample(p.x, p.y, span: 1 / scale, turn: 0))
        }
      }
      let exact = LanczosReference(values, width: 100)
      let ratio = drawn.gradientEnergy(margin: 20) / exact.gradientEnergy(margin: 20)
      if ProcessInfo.processInfo.environment["RASTER_PRINT"] != nil {
        print("turn \(degrees) scale \(scale): ratio \(ratio), rms \(difference(drawn, exact, margin: 20))")
      }
      #expect(abs(ratio - 1) < 0.05, "at a scale of \(scale): \(ratio)")
    }
  }

  @Test("A zone plate shows no more ghosts than Lanczos' kernel leaves", arguments: 0..<3)
  func zonePlate(tilt: Int) throws {
    // Its frequency grows to half a cycle for a texel at its edges.
    let side = 500
    let plate = try Gray(side) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - 250, Double(y) + 0.5 - 250)
      return 127.5 + 127.5 * cos(.pi * (dx * dx + dy * dy) / Double(side))
    }
    let exact = plate.reference.resampled(width: 100, height: 100)
    let drawn = shrunk(plate, 100, through: Self.tilts[tilt])
    // Beyond 1.4 times the frequencies that 100 pixels hold, all is gray.
    func ghosts(_ picture: LanczosReference) -> Double {
      var (sum, count) = (0.0, 0.0)
      for y in 3..<97 {
        for x in 3..<97 {
          let (dx, dy) = (abs(Double(x) - 49.5), abs(Double(y) - 49.5))
          guard max(dx, dy) > 14 else { continue }
          let d = picture.values[y * 100 + x] - 127.5
          sum += d * d
          count += 1
        }
      }
      return (sum / count).squareRoot()
    }
    #expect(difference(drawn, exact) < 2)
    if ProcessInfo.processInfo.environment["RASTER_PRINT"] != nil {
      print("ghosts \(ghosts(drawn)) of \(ghosts(exact)), rms \(difference(drawn, exact))")
    }
    #expect(ghosts(drawn) < 1.1 * ghosts(exact) + 0.4)
  }

  @Test("One color stays that color, and no color exceeds its alpha")
  func bounds() throws {
    var numbers = SeededNumbers(seed: 8)
    let flat = try #require(
      Image(width: 61, height: 47, premultiplied: (0..<61 * 47).flatMap { _ in [40, 90, 7, 111] as [UInt8] }))
    let noise = try #require(
      Image(
        width: 61, height: 47,
        premultiplied: (0..<61 * 47).flatMap { _ in
          let alpha = [0, 255, UInt8.random(in: 0...255, using: &numbers)].randomElement(using: &numbers) ?? 0
          return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &numbers) } + [alpha]
        }))
    for scale in [0.06, 0.2, 0.37, 0.5, 0.81, 1, 1.3, 4] {
      for shape in [
        Transform.identity, .rotation(degrees: 20), Transform(1, 0, 0, 0, -1, 0), Transform(1, 0.4, 0, 0, 0.5, 0),
        Transform(1, 0, 0, 0, 1, 0, 0.004, 0.001, 1),
      ] {
        let placed = Transform.translation(20, 20) * shape * Transform.scale(scale) * Transform.translation(-30, -20)
        for spread in [Spread.pad, .repeat, .mirror] {
          let frame = draw(40, 40, background: .clear) {
            $0.fill(rectangle(0, 0, 40, 40), .image(flat, placement: placed, spread: spread))
          }
          let isFlat = (0..<40).allSatisfy { y in (0..<40).allSatisfy { x in frame[x, y] == [40, 90, 7, 111] } }
          #expect(isFlat)
        }
        let frame = draw(40, 40, background: .clear) {
          $0.fill(rectangle(0, 0, 40, 40), .image(noise, placement: placed, spread: .clear))
        }
        let isBounded = (0..<40).allSatisfy { y in
          (0..<40).allSatisfy { x in frame[x, y][0..<3].allSatisfy { $0 <= frame[x, y][3] } }
        }
        #expect(isBounded)
      }
    }
  }
}
