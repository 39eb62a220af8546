import CLibAV

/// The rows of a frame as red, green and blue without rounding: of luma and chroma by the frame's matrix, range and place of chroma,
/// between whose samples colors are interpolated, or of whole numbers of red, green and blue or gray.
///
/// The frame must stay as it is. To be used from one thread at a time.
final class SignalRows {
  let width: Int
  let height: Int

  private var layout: AVPixFmtDescriptor
  private var planes: [UnsafePointer<UInt8>?]
  private let lineSizes: [Int32]
  private let hasChroma: Bool
  private let isGray: Bool
  private let isLimited: Bool
  /// The number of the component that is alpha.
  private let alpha: Int?
  private var line: [UInt16]

  // MARK: Chroma

  private let red: Float
  private let blue: Float
  /// For each column the first of the two samples of chroma that it lies between, and the part of the second.
  private var columns: [(sample: Int, part: Float)] = []
  private let chromaRows: Int
  private let place: Int32
  /// Rows of chroma, of blue and red differences, at each column.
  private var kept: [(row: Int, blue: [Float], red: [Float])] = []

  /// Nil for frames of numbers with a point, of palettes, and for unusual ones.
  init?(_ frame: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(frame.pointee.format)
    let unread = UInt64(AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_PAL)
    guard let layout = av_pix_fmt_desc_get(format)?.pointee, layout.flags & unread == 0,
      layout.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0, layout.comp.0.depth >= 8
    else { return nil }
    self.layout = layout
    (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    planes = [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
    lineSizes = [strides.0, strides.1, strides.2, strides.3]
    let isRGB = layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    isGray = layout.nb_components <= 2
    hasChroma = !isRGB && !isGray
    alpha = layout.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 ? Int(layout.nb_components) - 1 : nil
    let isFull = isFullRange(frame.pointee)
    isLimited = hasChroma ? !isFull : frame.pointee.color_range == AVCOL_RANGE_MPEG
    let weights = lumaWeights(of: frame.pointee)
    (red, blue) = (Float(weights.red), Float(weights.blue))
    let chroma = chromaPosition(in: frame.pointee, isFullRange: isFull)
    place = chroma.y
    let (x, y) = (Int(layout.log2_chroma_w), Int(layout.log2_chroma_h))
    chromaRows = (height + (1 << y) - 1) >> y
    line = [UInt16](repeating: 0, count: width)
    let samples = (width + (1 << x) - 1) >> x
    columns = (0..<width).map { Self.neighbors(of: $0, shift: x, place: chroma.x, count: samples) }
  }

  /// The first of the two samples that a pixel lies between, and the part of the second.
  private static func neighbors(
    of pixel: Int, shift: Int, place: Int32, count: Int
  ) -> (sample: Int, part: Float) {
    let position = (Float(pixel) - Float(place) / 256) / Float(1 << shift)
    let inside = min(max(position, 0), Float(count - 1))
    let first = min(Int(inside), max(count - 2, 0))
    return (first, inside - Float(first))
  }

  private func depth(_ component: Int) -> Int32 {
    [layout.comp.0.depth, layout.comp.1.depth, layout.comp.2.depth, layout.comp.3.depth][component]
  }

  private func read(_ row: Int, _ component: Int, count: Int) {
    av_read_image_line2(
      &line, &planes, lineSizes, &layout, 0, Int32(row), Int32(component), Int32(count), 0, 2)
  }

  /// The values for black and the distance from there to white.
  private func range(_ component: Int) -> (black: Float, size: Float) {
    let depth = depth(component)
    return isLimited
      ? (Float(16 << (depth - 8)), Float(219 << (depth - 8))) : (0, Float((1 << depth) - 1))
  }

  /// Reads a row: red, green and blue, from 0 to 1, and alpha from 0 to 1, which stays where the frame has none. Each has `width`
  /// places.
  func read(_ row: Int, into colors: inout (red: [Float], green: [Float], blue: [Float]), alpha: inout [Float]) {
    read(row, 0, count: width)
    let (black, size) = range(0)
    let scale = 1 / size
    for column in 0..<width { colors.red[column] = (Float(line[column]) - black) * scale }
    if isGray {
      (colors.green, colors.blue) = (colors.red, colors.red)
    } else if hasChroma {
      addChroma(row, &colors)
    } else {
      read(row, 1, count: width)
      for column in 0..<width { colors.green[column] = (Float(line[column]) - black) * scale }
      read(row, 2, count: width)
      for column in 0..<width { colors.blue[column] = (Float(line[column]) - black) * scale }
    }
    guard let component = self.alpha else { return }
    read(row, component, count: width)
    let opaque = 1 / Float((1 << depth(component)) - 1)
    for column in 0..<width { alpha[column] = Float(line[column]) * opaque }
  }

  /// Makes red, green and blue of luma in `red` (ITU-R BT.2020-2, table 4): E′R = E′Y + 2 (1 − KR) E′PR, and so on.
  private func addChroma(_ row: Int, _ colors: inout (red: [Float], green: [Float], blue: [Float])) {
    let (sample, part) = Self.neighbors(
      of: row, shift: Int(layout.log2_chroma_h), place: place, count: chromaRows)
    let upper = chroma(sample)
    let lower = part > 0 ? chroma(sample + 1) : upper
    let (redScale, blueScale) = (2 * (1 - red), 2 * (1 - blue))
    let green = 1 - red - blue
    let (redShare, blueShare) = (red * redScale / green, blue * blueScale / green)
    for column in 0..<width {
      let luma = colors.red[column]
      let u = upper.blue[column] + (lower.blue[column] - upper.blue[column]) * part
      let v = upper.red[column] + (lower.red[column] - upper.red[column]) * part
      colors.red[column] = luma + redScale * v
      colors.green[column] = luma - redShare * v - blueShare * u
      colors.blue[column] = luma + blueScale * u
    }
  }

  /// A row of samples of chroma at each column, from −0.5 to 0.5.
  private func chroma(_ row: Int) -> (row: Int, blue: [Float], red: [Float]) {
    if let known = kept.first(where: { $0.row == row }) { return known }
    var found = (row: row, blue: [Float](), red: [Float]())
    if kept.count >= 2 { found = kept.removeFirst() }
    found.row = row
    fill(&found.blue, row, 1)
    fill(&found.red, row, 2)
    kept.append(found)
    return found
  }

  private func fill(_ target: inout [Float], _ row: Int, _ component: Int) {
    let count = (width + (1 << Int(layout.log2_chroma_w)) - 1) >> Int(layout.log2_chroma_w)
    read(row, component, count: count)
    let depth = depth(component)
    let middle = Float(1 << (depth - 1))
    let scale = 1 / (isLimited ? Float(224 << (depth - 8)) : Float((1 << depth) - 1))
    if target.isEmpty { target = [Float](repeating: 0, count: width) }
    for (column, (sample, part)) in columns.enumerated() {
      let first = Float(line[sample])
      let second = part > 0 ? Float(line[sample + 1]) : first
      target[column] = (first + (second - first) * part - middle) * scale
    }
  }
}

/// The weights of red and blue in luma, by the matrix that a frame is drawn by.
func lumaWeights(of frame: AVFrame) -> (red: Double, blue: Double) {
  switch matrixNumber(of: frame) {
  case SWS_CS_ITU709: (0.2126, 0.0722)
  case SWS_CS_BT2020: (0.2627, 0.0593)
  case SWS_CS_SMPTE240M: (0.212, 0.087)
  case SWS_CS_FCC: (0.3, 0.11)
  default: (0.299, 0.114)
  }
}
