import CRasterKernels

/// The columns that are blurred together, and left out together where all that they take is one value.
private let tileWidth = 32

extension GaussianFilter {
  /// The filter down the columns of samples, row by row of `size`; beyond them there is nothing but 0.
  func blurColumns(
    _ samples: UnsafePointer<Float>, _ size: (width: Int, height: Int), into out: UnsafeMutablePointer<Float>,
    _ runs: Scratch<Int32>, isFast: Bool = Kernels.areFast
  ) {
    runs.reserve(size.height)
    for left in stride(from: 0, to: size.width, by: tileWidth) {
      let count = min(tileWidth, size.width - left)
      let tile = samples + left
      for row in 0..<size.height {
        let line = tile + row * size.width
        let isFlat = isOneValue(line, count)
        let before = row > 0 && line[0] == line[-size.width] ? runs.base[row - 1] : 0
        runs.base[row] = isFlat ? before + 1 : 0
      }
      for row in 0..<size.height {
        let target = out + left + row * size.width
        let last = min(row + reach, size.height - 1)
        let first = max(row - reach, 0)
        let value = tile[last * size.width]
        let isWhole = row >= reach && row + reach < size.height
        if runs.base[last] > last - first && (isWhole || value == 0) {
          target.update(repeating: flatValue(value), count: count)
          continue
        }
        sum(
          tile + first * size.width, stride: size.width, kernel[(row + reach - last)...(row + reach - first)], target,
          count, isFast)
      }
    }
  }

  /// The same along the rows.
  func blurRows(
    _ samples: UnsafePointer<Float>, _ size: (width: Int, height: Int), into out: UnsafeMutablePointer<Float>,
    _ runs: Scratch<Int32>, isFast: Bool = Kernels.areFast
  ) {
    let tiles = (size.width + tileWidth - 1) / tileWidth
    runs.reserve(tiles)
    for row in 0..<size.height {
      let line = samples + row * size.width
      for tile in 0..<tiles {
        let place = line + tile * tileWidth
        let isFlat = isOneValue(place, min(tileWidth, size.width - tile * tileWidth))
        let before = tile > 0 && place[0] == place[-1] ? runs.base[tile - 1] : 0
        runs.base[tile] = isFlat ? before + 1 : 0
      }
      for tile in 0..<tiles {
        let left = tile * tileWidth
        let count = min(tileWidth, size.width - left)
        let target = out + row * size.width + left
        let isWhole = left >= reach && left + count + reach <= size.width
        let first = max(left - reach, 0) / tileWidth
        let last = min(left + count - 1 + reach, size.width - 1) / tileWidth
        let value = line[left]
        if Int(runs.base[last]) > last - first && (isWhole || value == 0) {
          target.update(repeating: flatValue(value), count: count)
          continue
        }
        if isWhole {
          sum(line + left - reach, stride: 1, kernel[...], target, count, isFast)
          continue
        }
        target.update(repeating: 0, count: count)
        for shift in -reach...reach {
          let begin = max(0, -left - shift)
          let end = min(count, size.width - left - shift)
          if begin < end {
            add(line + left + begin + shift, times: kernel[reach - shift], to: target + begin, end - begin)
          }
        }
      }
    }
  }

  /// The sums of `count` columns over lines `stride` apart, the first line times the last weight.
  private func sum(
    _ lines: UnsafePointer<Float>, stride: Int, _ weights: ArraySlice<Float>, _ out: UnsafeMutablePointer<Float>,
    _ count: Int, _ isFast: Bool
  ) {
    weights.withUnsafeBufferPointer { weights in
      guard let base = weights.baseAddress else { return }
      if count == tileWidth && isFast {
        raster_filter_avx2(lines, stride, base, weights.count, out)
        return
      }
      out.update(repeating: 0, count: count)
      for i in 0..<weights.count {
        add(lines + i * stride, times: weights[weights.count - 1 - i], to: out, count)
      }
    }
  }

  /// What the filter makes of one value everywhere, summed up like any other.
  private func flatValue(_ value: Float) -> Float {
    if value == 0 { return 0 }
    var sum: Float = 0
    for weight in kernel.reversed() { sum += value * weight }
    return sum
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
  var differs: Int32 = 0
  for i in 0..<count { differs |= line[i] == value ? 0 : 1 }
  return differs == 0
}
