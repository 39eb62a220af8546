import CRasterKernels
import Coding
import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A grade with its tables, for pixels of a canvas.
struct PreparedGrade: Sendable {
  private let tables: GradeTables
  private let table: Grade.Look?
  /// All of a kernel's numbers, without its tables.
  private let numbers: GradeNumbers
  private let grain: GrainPattern?

  /// `transform` takes the group's points to pixels; `scale` is in pixels for each point of the canvas.
  init(_ grade: Grade, _ transform: Transform, _ scale: Double, cache: ResourceCache) {
    tables = GradeTables.of(grade, cache)
    table = grade.table
    numbers = GradeNumbers(grade, transform)
    grain = grade.grain.flatMap { GrainPattern($0, scale: scale, cache: cache) }
  }

  /// Grades a part of a layer; the part's first pixel is (`x`, `y`) of the canvas. `noise` is memory for a row.
  fileprivate func apply(_ part: PixelRect, _ layer: PixelLayer, x: Int, y: Int, noise: Scratch<Int16>) {
    if grain != nil { noise.reserve(part.width) }
    tables.components.withUnsafeBufferPointer { components in
      tables.saturation.withUnsafeBufferPointer { saturation in
        withEntries { entries in
          var kernel = numbers.kernel
          kernel.components = components.isEmpty ? nil : components.baseAddress
          kernel.saturation = saturation.isEmpty ? nil : saturation.baseAddress
          kernel.table = entries
          for row in 0..<part.height {
            grain?.fill(noise.base, x: x, y: y + row, count: part.width)
            let pixels = layer.row(part.y0 + row)
            raster_grade_row(
              &kernel, Int64(x), Int64(y + row), grain == nil ? nil : noise.base, part.width,
              pixels.components(part.x0), pixels.ditherMask + part.x0)
            if kernel.vignette > 0 { pixels.needsDither.pointee = 1 }
          }
        }
      }
    }
  }

  private func withEntries(_ body: (UnsafePointer<Float>?) -> Void) {
    guard let table else { return body(nil) }
    // Three numbers take the room of four.
    table.table.entries.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: Float.self)) }
  }
}

extension Rasterizer {
  /// Grades a part of a layer of a surface.
  func grade(_ part: PixelRect, _ layer: PixelLayer, _ grade: PreparedGrade, of surface: Surface) {
    grade.apply(part, layer, x: part.x0 + surface.region.x0, y: part.y0 + surface.region.y0, noise: grainNoise)
  }
}

/// A kernel's numbers.
private struct GradeNumbers: @unchecked Sendable {
  /// Without pointers.
  var kernel = raster_grade()

  init(_ grade: Grade, _ transform: Transform) {
    set(grade.tone, isBent: grade.curves.bends)
    kernel.has_matrix = grade.matrix != .identity
    let rows = [grade.matrix.red, grade.matrix.green, grade.matrix.blue]
    withUnsafeMutableBytes(of: &kernel.matrix) { bytes in
      let matrix = bytes.bindMemory(to: Float.self)
      for (i, row) in rows.enumerated() {
        for k in 0..<4 { matrix[4 * i + k] = row[k].isNaN ? 0 : Float(min(max(row[k], -65_536), 65_536)) }
      }
    }
    if let look = grade.table { set(look) }
    if let vignette = grade.vignette { set(vignette, transform) }
    if let grain = grade.grain { kernel.grain = GrainPattern.factor * Float(min(max(grain.amount, 0), 1)) }
  }

  /// In light, exposure is a factor; so for what is not dark it is a factor and an offset of components, too.
  private mutating func set(_ tone: Tone, isBent: Bool) {
    kernel.has_tone = isBent || !tone.isIdentity
    guard !isBent, tone.gamma == SIMD3(repeating: 1) else {
      kernel.tone_start = 2
      return
    }
    // The transfer function of sRGB, without its linear part.
    let (offset, linearEnd) = (0.055, 0.0405)
    let factor = tone.exposure == 0 ? 1 : pow(2, tone.exposure / 2.4)
    kernel.tone_start = tone.exposure == 0 ? -1 : Float(max(linearEnd, (linearEnd + offset) / factor - offset))
    func line(_ channel: Int) -> (scale: Float, offset: Float) {
      let (gain, lift) = (tone.gain[channel], tone.lift[channel])
      let constant = gain * ((1 - lift) * (factor * offset - offset) + lift)
      return (Self.rounded(gain * (1 - lift) * factor), Self.rounded(constant))
    }
    let lines = (0..<3).map(line)
    kernel.tone_scale = (lines[0].scale, lines[1].scale, lines[2].scale)
    kernel.tone_offset = (lines[0].offset, lines[1].offset, lines[2].offset)
  }

  /// Last digits of powers differ between machines.
  private static func rounded(_ value: Double) -> Float {
    value.isNaN ? 0 : Float((min(max(value, -4096), 4096) * 0x1p20).rounded() / 0x1p20)
  }

  private mutating func set(_ look: Grade.Look) {
    kernel.size = Int64(look.table.size)
    kernel.is_cube = look.table.kind == .cube
    kernel.amount = Float(min(max(look.amount, 0), 1))
    func scale(_ i: Int) -> Double { Double(look.table.size - 1) / (look.table.highest[i] - look.table.lowest[i]) }
    kernel.scale = (Float(scale(0)), Float(scale(1)), Float(scale(2)))
    let lowest = look.table.lowest
    kernel.offset = (Float(-lowest.x * scale(0)), Float(-lowest.y * scale(1)), Float(-lowest.z * scale(2)))
  }

  /// Nothing is darkened where the rectangle is none.
  private mutating func set(_ vignette: Grade.Vignette, _ transform: Transform) {
    let frame = vignette.frame
    let center = transform.apply(frame.center)
    let right = transform.apply(frame.center + Point(frame.width / 2, 0)) - center
    let down = transform.apply(frame.center + Point(0, frame.height / 2)) - center
    let area = right.x * down.y - right.y * down.x
    guard area != 0, area.isFinite, center.isFinite else { return }
    let start = min(max(vignette.start, 0), 0.999)
    kernel.vignette = Float(min(max(vignette.amount, 0), 1))
    kernel.vignette_start = Float(start * start)
    kernel.vignette_rate = Float(1 / (1 - start * start))
    func row(_ byX: Double, _ byY: Double) -> (Float, Float, Float) {
      (Float(byX), Float(byY), Float(-byX * center.x - byY * center.y))
    }
    kernel.u = row(down.y / area, -down.x / area)
    kernel.v = row(-right.y / area, right.x / area)
  }
}

/// Tables of what becomes of components, and of the saturation by luma.
private final class GradeTables: Sendable {
  /// For red, green and blue each 1021 values, each with the change to the next; empty where all lie on lines.
  let components: [Float]
  /// 257 factors likewise.
  let saturation: [Float]

  private init(_ grade: Grade) {
    let curves = grade.curves
    let isLinear = !curves.bends && grade.tone.gamma == SIMD3(repeating: 1) && grade.tone.exposure == 0
    components =
      isLinear
      ? [] : (0..<3).flatMap { channel in Self.pairs(1020) { grade.component($0, channel: channel) } }
    saturation = curves.saturation.map { curve in Self.pairs(256) { curve.value(at: $0) } } ?? []
  }

  /// The tables of a grade, which others with the same tone and curves share.
  static func of(_ grade: Grade, _ cache: ResourceCache) -> GradeTables {
    let key = Digest { hasher in
      hasher.combine("grade")
      hasher.combine(grade.tone)
      hasher.combine(grade.curves)
    }
    return cache.value(for: key) {
      ($0.components.count + $0.saturation.count) * 4
    } make: {
      GradeTables(grade)
    }
  }

  /// Values at even steps from 0 to 1, each with the change to the next.
  private static func pairs(_ steps: Int, _ value: (Double) -> Double) -> [Float] {
    let values = (0...steps).map { (step: Int) -> Float in
      // Last digits of powers differ between machines.
      let exact = value(Double(step) / Double(steps))
      return exact.isNaN ? 0 : Float((min(max(exact, -64), 64) * 0x1p20).rounded() / 0x1p20)
    }
    return (0...steps).flatMap { (step: Int) -> [Float] in
      [values[step], step < steps ? values[step + 1] - values[step] : 0]
    }
  }
}

extension ColorCurves {
  /// True if components change.
  fileprivate var bends: Bool { all != nil || red != nil || green != nil || blue != nil }
}
