import CRasterKernels

/// The columns that are blurred together, and left out together where all that they take is one value.
private let tileWidth = 32

/// What is known of tiles, row by row, while they are blurred.
final class BlurTiles {
  /// How many rows, up to one, have the same one value in a tile.
  fileprivate let runs = Scratch<Int32>()
  /// 1 where a tile was found to have one value without a look at it.
  fileprivate let isFlat = Scratch<UInt8>()
  /// A row of samples with zeros on both sides.
  fileprivate let padded = Scratch<Float>()
  /// The sums of a tile of which some columns lie beyond the samples.
  fileprivate let whole = Scratch<Float>(capacity: tileWidth)

  fileprivate func reserve(_ count: Int) {
    runs.reserve(count)
    isFlat.reserve(count)
  }
}

extension GaussianFilter {
  /// The filter down the columns of samples, row by row of `size`; beyond them there is nothing but 0.
  func blurColumns(
    _ samples: UnsafePointer<Float>, _ size: (width: Int, height: Int), into out: UnsafeMutablePointer<Float>,
    _ known: BlurTiles
  ) {
    let tiles = (size.width + tileWidth - 1) / tileWidth
    known.reserve(tiles * size.height)
    var flat = FlatValues(kernel)
    let (runs, isFlat) = (known.runs.base, known.isFlat.base)
    for row in 0..<size.height {
      for tile in 0..<tiles {
        let line = samples + row * size.width + tile * tileWidth
        let place = row * tiles + tile
        let before = row > 0 && line[0] == line[-size.width] ? runs[place - tiles] : 0
        runs[place] = isOneValue(line, min(tileWidth, size.width - tile * tileWidth)) ? before + 1 : 0
      }
    }
    for row in 0..<size.height {
      let last = min(row + reach, size.height - 1)
      let first = max(row - reach, 0)
      let isWhole = row >= reach && row + reach < size.height
      let weights = kernel[(row + reach - last)...(row + reach - first)]
      for tile in 0..<tiles {
        let left = tile * tileWidth
        let count = min(tileWidth, size.width - left)
        let target = out + left + row * size.width
        let value = samples[last * size.width + left]
        let isOne = runs[last * tiles + tile] > last - first && (isWhole || value == 0)
        isFlat[row * tiles + tile] = isOne ? 1 : 0
        if isOne {
          target.update(repeating: flat.of(value), count: count)
        } else {
          // The last tile may share columns with the one before.
          let back = min(tileWidth - count, left)
          let lines = samples + left - back + first * size.width
          sum(lines, stride: size.width, weights, target - back, count + back)
        }
      }
    }
  }

  /// The same along the rows of what was blurred down the columns.
  func blurRows(
    _ samples: UnsafePointer<Float>, _ size: (width: Int, height: Int), into out: UnsafeMutablePointer<Float>,
    _ known: BlurTiles
  ) {
    let tiles = (size.width + tileWidth - 1) / tileWidth
    let runs = known.runs.base
    var flat = FlatValues(kernel)
    known.padded.reserve(size.width + 2 * reach + tileWidth)
    let padded = known.padded.base
    padded.update(repeating: 0, count: size.width + 2 * reach + tileWidth)
    for row in 0..<size.height {
      let line = samples + row * size.width
      let isFlat = known.isFlat.base + row * tiles
      for tile in 0..<tiles {
        let place = line + tile * tileWidth
        let isOne = isFlat[tile] != 0 || isOneValue(place, min(tileWidth, size.width - tile * tileWidth))
        let before = tile > 0 && place[0] == place[-1] ? runs[tile - 1] : 0
        runs[tile] = isOne ? before + 1 : 0
      }
      (padded + reach).update(from: line, count: size.width)
      for tile in 0..<tiles {
        let left = tile * tileWidth
        let count = min(tileWidth, size.width - left)
        let target = out + row * size.width + left
        let isWhole = left >= reach && left + count + reach <= size.width
        let first = max(left - reach, 0) / tileWidth
        let last = min(left + count - 1 + reach, size.width - 1) / tileWidth
        let value = line[left]
        if Int(runs[last]) > last - first && (isWhole || value == 0) {
          target.update(repeating: flat.of(value), count: count)
          continue
        }
        if count == tileWidth {
          sum(padded + left, stride: 1, kernel[...], target, count)
        } else {
          sum(padded + left, stride: 1, kernel[...], known.whole.base, tileWidth)
          target.update(from: known.whole.base, count: count)
        }
      }
    }
  }

  /// The sums of `count` columns over lines `stride` apart, the first line times the last weight.
  private func sum(
    _ lines: UnsafePointer<Float>, stride: Int, _ weights: ArraySlice<Float>, _ out: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    weights.withUnsafeBufferPointer { weights in
      guard let base = weights.baseAddress else { return }
      if count == tileWidth {
        raster_filter(lines, stride, base, weights.count, out)
        return
      }
      out.update(repeating: 0, count: count)
      for i in 0..<weights.count {
        add(lines + i * stride, times: weights[weights.count - 1 - i], to: out, count)
      }
    }
  }
}

/// What a filter makes of one value everywhere, summed up like any other; remembers the last.
private struct FlatValues {
  let kernel: [Float]
  private var value: Float = 0
  private var result: Float = 0

  init(_ kernel: [Float]) { self.kernel = kernel }

  mutating func of(_ new: Float) -> Float {
    if new == value { return result }
    value = new
    result = 0
    for weight in kernel.reversed() { result += new * weight }
    return result
  }
}

@inline(__always)
private func add(_ line: UnsafePointer<Float>, times weight: Float, to out: UnsafeMutablePointer<Float>, _ count: Int) {
  for i in 0..<count { out[i] += line[i] * weight }
}

@inline(__always)
private func isOneValue(_ line: UnsafePointer<Float>, _ count: Int) -> Bool {
  let value = line[0]
  if line[count - 1] != value { return false }
  let bits = SIMD4<UInt32>(repeating: value.bitPattern)
  var differs = SIMD4<UInt32>.zero
  var i = 0
  while i + 4 <= count {
    differs |= UnsafeRawPointer(line + i).loadUnaligned(as: SIMD4<UInt32>.self) ^ bits
    i += 4
  }
  let halves = unsafeBitCast(differs, to: SIMD2<UInt64>.self)
  if halves[0] | halves[1] != 0 { return false }
  while i < count && line[i] == value { i += 1 }
  return i == count
}
