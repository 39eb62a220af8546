import Coding
import Geometry
import Graphics

/// The mean of several drawings, each drawn onto what lies below by itself.
final class ExposureOperation {
  struct Sample {
    let operations: [Operation]
    let weight: UInt32
    /// For each strip, whether it differs from the sample before.
    let changes: [Bool]
  }

  let samples: [Sample]
  /// For each strip the columns in which samples differ.
  let moving: [Range<Int>]
  /// The pixels that it may touch.
  let bounds: PixelRect
  let weight: UInt32

  /// An exposure of drawings with their operations and the items for damage.
  init(_ samples: [(operations: [Operation], items: [FrameItem], weight: Int)], _ surface: Surface) {
    var moving = [Range<Int>](repeating: 0..<0, count: surface.stripCount)
    var result: [Sample] = []
    for (index, sample) in samples.enumerated() {
      let damage = Damage(from: samples[max(index - 1, 0)].items, to: sample.items, on: surface)
      moving = zip(moving, damage.columns).map { $0.union($1) }
      result.append(
        Sample(
          operations: sample.operations, weight: UInt32(sample.weight), changes: damage.columns.map { !$0.isEmpty }))
    }
    self.samples = result
    self.moving = moving
    bounds = samples.reduce(.empty) { $0.union($1.operations.bounds) }
    weight = result.reduce(0) { $0 + $1.weight }
  }
}

extension Rasterizer {
  /// Prepares an exposure; `below` is what lies below it on its layer, in the same space.
  func exposure(
    _ exposure: Exposure, below: DisplayList, _ transform: Transform, _ surface: Surface
  ) -> ExposureOperation {
    var known: [Digest: [Operation]] = [:]
    let samples = exposure.samples.map { sample in
      var all: [Operation] = []
      var items: [FrameItem] = []
      let commands = sample.content.commands
      for (index, command) in commands.enumerated() {
        var digest = command.digest
        var lower = DisplayList()
        if command.holdsBackdrop {
          lower = below
          lower.append(DisplayList(Array(commands[..<index])))
          digest = Digest { hasher in
            hasher.combine(digest)
            hasher.combine(lower)
          }
        }
        let operations = known[digest] ?? self.operations(of: DisplayList([command]), over: lower, transform, surface)
        known[digest] = operations
        all += operations
        items.append(FrameItem(digest: digest, bounds: operations.bounds.intersection(surface.bounds)))
      }
      return (operations: all, items: items, weight: sample.weight)
    }
    return ExposureOperation(samples, surface)
  }

  /// Draws a strip's rows of an exposure.
  func draw(_ exposure: ExposureOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = exposure.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty, let first = exposure.samples.first else { return }
    var (left, moving, right) = (part, part, part)
    let columns = exposure.moving[strip].clamped(to: part.x0..<part.x1)
    (left.x1, right.x0) = columns.isEmpty ? (part.x1, part.x1) : (columns.lowerBound, columns.upperBound)
    (moving.x0, moving.x1) = (columns.lowerBound, columns.upperBound)
    if !moving.isEmpty { average(exposure, moving, strip, surface, layer) }
    for still in [left, right] where !still.isEmpty {
      layer.withVisible(still) { execute(first.operations[...], strip: strip, of: surface, onto: layer) }
    }
  }

  /// Replaces a part of a layer by the mean of all samples drawn onto it.
  private func average(
    _ exposure: ExposureOperation, _ part: PixelRect, _ strip: Int, _ surface: Surface, _ layer: PixelLayer
  ) {
    let (shot, _) = stripLayers.take()
    defer { stripLayers.giveBack() }
    let lent = lightSums.take()
    defer { lightSums.giveBack() }
    lent.reserve(part.width * part.height)
    let sums = lent.base
    LinearLight.table.with { light in
      var weight: UInt32 = 0
      var isFirst = true
      for (index, sample) in exposure.samples.enumerated() {
        weight += sample.weight
        // The next may show the same here.
        if index + 1 < exposure.samples.count, !exposure.samples[index + 1].changes[strip] { continue }
        shot.move(to: part)
        shot.copy(layer, part.y0..<part.y1)
        execute(sample.operations[...], strip: strip, of: surface, onto: shot)
        for y in part.y0..<part.y1 {
          let (row, sums) = (shot.row(y), sums + (y - part.y0) * part.width - part.x0)
          let (pixels, dither) = (row.pixels, row.ditherMask)
          if isFirst {
            for x in part.x0..<part.x1 { sums[x] = LightSum(pixels[x], isDithered: dither[x], weight: weight) }
          } else {
            for x in part.x0..<part.x1 { sums[x].add(pixels[x], isDithered: dither[x], weight: weight, light) }
          }
        }
        isFirst = false
        weight = 0
      }
      let inverse = LightSum.inverse(exposure.weight)
      for y in part.y0..<part.y1 {
        let (row, sums) = (layer.row(y), sums + (y - part.y0) * part.width - part.x0)
        var isDithered: UInt8 = 0
        for x in part.x0..<part.x1 {
          (row.pixels[x], row.ditherMask[x]) = sums[x].mean(exposure.weight, inverse, light)
          isDithered |= row.ditherMask[x]
        }
        if isDithered != 0 { row.needsDither.pointee = 1 }
      }
    }
  }
}
