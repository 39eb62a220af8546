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
    /// The number of operations that it begins with as the sample before does.
    let common: Int
  }

  let samples: [Sample]
  /// For each strip the columns in which samples differ.
  let moving: [Range<Int>]
  /// The pixels that it may touch.
  let bounds: PixelRect
  let weight: UInt32

  /// A drawing that is prepared.
  struct Drawing {
    var operations: [Operation] = []
    /// The items of its commands, for damage.
    var items: [FrameItem] = []
    /// For each command where its operations end.
    var ends: [Int] = []
    let weight: Int
  }

  /// An exposure of drawings that are prepared; `transform` takes the space of their commands to pixels of the surface.
  init(_ samples: [Drawing], _ surface: Surface, _ transform: Transform) {
    var moving = [Range<Int>](repeating: 0..<0, count: surface.stripCount)
    var result: [Sample] = []
    for (index, sample) in samples.enumerated() {
      let last = samples[max(index - 1, 0)]
      let damage = Damage(from: last.items, to: sample.items, on: surface, transform)
      moving = zip(moving, damage.columns).map { $0.union($1) }
      let common = zip(last.items, sample.items).prefix { $0.digest == $1.digest }.count
      result.append(
        Sample(
          operations: sample.operations, weight: UInt32(sample.weight), changes: damage.columns.map { !$0.isEmpty },
          common: common == 0 ? 0 : sample.ends[common - 1]))
    }
    self.samples = result
    self.moving = moving
    bounds = samples.reduce(.empty) { $0.union($1.operations.bounds) }
    weight = result.reduce(0) { $0 + $1.weight }
  }
}

extension ExposureOperation {
  /// A sample that is drawn in a strip.
  fileprivate struct Shown {
    let index: Int
    /// Its own and that of those before it that show the same there.
    var weight: UInt32
    /// The number of operations that it begins with as the one drawn before it does, and as the one after it.
    var common: Int
    var commonAfter = 0
  }

  /// The samples to draw in a strip: of those that follow one another and show the same, the last.
  fileprivate func shown(_ strip: Int) -> [Shown] {
    var result: [Shown] = []
    var (weight, common): (UInt32, Int) = (0, 0)
    for (index, sample) in samples.enumerated() {
      weight += sample.weight
      common = min(common, sample.common)
      if index + 1 < samples.count, !samples[index + 1].changes[strip] { continue }
      if let last = result.indices.last { result[last].commonAfter = common }
      result.append(Shown(index: index, weight: weight, common: common))
      (weight, common) = (0, .max)
    }
    return result
  }
}

extension Rasterizer {
  /// Prepares an exposure; `below` is what lies below it on its layer, in the same space.
  func exposure(
    _ exposure: Exposure, below: DisplayList, _ transform: Transform, _ surface: Surface
  ) -> ExposureOperation {
    var known: [Digest: [Operation]] = [:]
    let toSurface = .translation(-Double(surface.region.x0), -Double(surface.region.y0)) * transform
    let samples = exposure.samples.map { sample in
      var drawing = ExposureOperation.Drawing(weight: sample.weight)
      let commands = sample.content.commands
      for (index, command) in commands.enumerated() {
        var digest = command.digest
        var parts = command.hasParts ? command : nil
        var lower = DisplayList()
        // A filter of the backdrop depends on all that lies below it, so the digest of the command alone does not
        // identify it.
        if command.holdsBackdrop {
          lower = below
          lower.append(DisplayList(Array(commands[..<index])))
          parts = nil
          digest = Digest { hasher in
            hasher.combine(digest)
            hasher.combine(lower)
          }
        }
        // Samples share most of their commands, which are prepared once.
        let operations = known[digest] ?? self.operations(of: DisplayList([command]), over: lower, transform, surface)
        known[digest] = operations
        drawing.operations += operations
        drawing.ends.append(drawing.operations.count)
        drawing.items.append(
          FrameItem(digest: digest, bounds: operations.bounds.intersection(surface.bounds), parts: parts))
      }
      return drawing
    }
    return ExposureOperation(samples, surface, toSurface)
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
    if !moving.isEmpty { average(exposure, in: moving, strip: strip, of: surface, onto: layer) }
    for still in [left, right] where !still.isEmpty {
      layer.withVisible(still) { execute(first.operations[...], strip: strip, of: surface, onto: layer) }
    }
  }

  /// Replaces a part of a layer by the mean of all samples drawn onto it.
  private func average(
    _ exposure: ExposureOperation, in part: PixelRect, strip: Int, of surface: Surface, onto layer: PixelLayer
  ) {
    let (shot, _) = stripLayers.take()
    let (held, _) = stripLayers.take()
    defer {
      stripLayers.giveBack()
      stripLayers.giveBack()
    }
    let sums = lightSums.take()
    defer { lightSums.giveBack() }
    LinearLight.table.with { light in
      var isFirst = true
      // The number of operations that the held layer shows; none where it is not in use.
      var heldCount = 0
      for shown in exposure.shown(strip) {
        let (operations, weight) = (exposure.samples[shown.index].operations, shown.weight)
        if heldCount > shown.common { heldCount = 0 }
        if shown.commonAfter > heldCount {
          if heldCount == 0 {
            held.move(to: part)
            held.copy(layer, part.y0..<part.y1)
          }
          execute(operations[heldCount..<shown.commonAfter], strip: strip, of: surface, onto: held)
          heldCount = shown.commonAfter
        }
        shot.move(to: part)
        shot.copy(heldCount > 0 ? held : layer, part.y0..<part.y1)
        execute(operations[heldCount...], strip: strip, of: surface, onto: shot)
        if isFirst {
          sums.begin(shot, part, weight: weight)
        } else {
          sums.add(shot, part, weight: weight, light)
        }
        isFirst = false
      }
      sums.putMeans(onto: layer, part, total: exposure.weight, light)
    }
  }
}
