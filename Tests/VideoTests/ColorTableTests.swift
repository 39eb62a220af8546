import CLibAV
import CWebP
import Foundation
import Graphics
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

/// A frame of random luma and chroma, and what the standards say that it shows.
struct ColorSample {
  let width: Int
  let height: Int
  let format: AVPixelFormat
  let layout: AVPixFmtDescriptor
  /// The values of luma, blue difference and red difference, or of gray.
  var planes: [[Int]]

  init(_ name: String, seed: UInt64, width: Int = 24, height: Int = 16) throws {
    (self.width, self.height) = (width, height)
    format = av_get_pix_fmt(name)
    layout = try #require(av_pix_fmt_desc_get(format)).pointee
    var random = SeededNumbers(seed: seed)
    var planes: [[Int]] = []
    let unit = 1 << Int(layout.comp.0.depth - 8)
    for plane in 0..<Int(layout.nb_components) {
      let count = Self.count(layout, plane, width, height)
      var samples: [Int] = []
      for _ in 0..<count.width * count.height { samples.append(Int(random.unit() * Double(200 * unit)) + 28 * unit) }
      planes.append(samples)
    }
    self.planes = planes
  }

  private static func count(
    _ layout: AVPixFmtDescriptor, _ plane: Int, _ width: Int, _ height: Int
  ) -> (width: Int, height: Int) {
    if plane == 0 { return (width, height) }
    let (x, y) = (Int(layout.log2_chroma_w), Int(layout.log2_chroma_h))
    return ((width + (1 << x) - 1) >> x, (height + (1 << y) - 1) >> y)
  }

  /// To be freed.
  func frame() throws -> UnsafeMutablePointer<AVFrame> {
    let frame = try #require(av_frame_alloc())
    (frame.pointee.format, frame.pointee.width) = (format.rawValue, Int32(width))
    frame.pointee.height = Int32(height)
    try LibAV.check(av_frame_get_buffer(frame, 0), "allocate")
    let data = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2]
    let strides = [frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2]
    for (plane, samples) in planes.enumerated() {
      let start = try #require(data[plane])
      let count = Self.count(layout, plane, width, height)
      for row in 0..<count.height {
        for column in 0..<count.width {
          let sample = samples[row * count.width + column]
          let place = start + row * Int(strides[plane])
          if layout.comp.0.depth == 8 {
            place[column] = UInt8(sample)
          } else {
            place[2 * column] = UInt8(sample & 255)
            place[2 * column + 1] = UInt8(sample >> 8)
          }
        }
      }
    }
    return frame
  }

  /// Rows of red, green and blue from 0 to 255, not rounded. `red` and `blue` are their weights in luma; chroma lies at
  /// `location` in the pixels that it covers, from 0, at the first, to 1, at the last.
  func colors(red: Double, blue: Double, isLimited: Bool, location: (x: Double, y: Double)) -> [Double] {
    let depth = Int(layout.comp.0.depth)
    let unit = Double(1 << (depth - 8))
    let greatest = Double((1 << depth) - 1)
    let black = isLimited ? 16 * unit : 0
    let luma = isLimited ? 219 * unit : greatest
    let chroma = isLimited ? 224 * unit : greatest
    let middle = Double(1 << (depth - 1))
    func difference(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      guard planes.count > 1 else { return 0 }
      let count = Self.count(layout, plane, width, height)
      func place(_ pixel: Int, _ shift: UInt8, _ location: Double, _ count: Int) -> (
        first: Int, second: Int, part: Double
      ) {
        let size = Double(1 << Int(shift))
        let place = min(max((Double(pixel) - location * (size - 1)) / size, 0), Double(count - 1))
        return (Int(place), min(Int(place) + 1, count - 1), place - Double(Int(place)))
      }
      let column = place(x, layout.log2_chroma_w, location.x, count.width)
      let row = place(y, layout.log2_chroma_h, location.y, count.height)
      func sample(_ column: Int, _ row: Int) -> Double { Double(planes[plane][row * count.width + column]) }
      func line(_ row: Int) -> Double {
        sample(column.first, row) * (1 - column.part) + sample(column.second, row) * column.part
      }
      return (line(row.first) * (1 - row.part) + line(row.second) * row.part - middle) / chroma
    }
    var colors: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        let light = (Double(planes[0][y * width + x]) - black) / luma
        // E′R = E′Y + 2 (1 − KR) E′PR and so on (ITU-R BT.601-7, 2.5; BT.709-6, 3; BT.2020-2, table 4).
        let r = light + 2 * (1 - red) * difference(2, x, y)
        let b = light + 2 * (1 - blue) * difference(1, x, y)
        let g = planes.count > 1 ? (light - red * r - blue * b) / (1 - red - blue) : light
        colors += [r, g, b].map { min(max($0, 0), 1) * 255 }
      }
    }
    return colors
  }

  /// The greatest difference of any component.
  func difference(
    _ tags: (inout AVFrame) -> Void, red: Double, blue: Double, isLimited: Bool, location: (x: Double, y: Double)
  ) throws -> Double {
    var frame: UnsafeMutablePointer<AVFrame>? = try frame()
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    tags(&found.pointee)
    let pixels = try straightPixels(of: found, "convert")
    let colors = colors(red: red, blue: blue, isLimited: isLimited, location: location)
    return Self.difference(pixels, colors)
  }

  static func difference(_ pixels: [UInt8], _ colors: [Double]) -> Double {
    var greatest = 0.0
    for pixel in 0..<pixels.count / 4 {
      for channel in 0..<3 {
        let difference: Double = Double(pixels[pixel * 4 + channel]) - colors[pixel * 3 + channel]
        greatest = max(greatest, abs(difference))
      }
    }
    return greatest
  }
}

@Suite("Colors of luma and chroma")
struct ColorTableTests {
  private static let formats =
    ["gray", "yuv444p", "yuv422p", "yuv420p", "yuv440p"].flatMap { name in
      ["", "10le", "12le"].map { name + $0 }
    } + ["yuv411p", "yuv410p"]

  /// Weights of red and blue in luma: SMPTE 170M and BT.470 have those of BT.601.
  private static let matrices: [(AVColorSpace, Double, Double)] = [
    (AVCOL_SPC_BT470BG, 0.299, 0.114), (AVCOL_SPC_SMPTE170M, 0.299, 0.114), (AVCOL_SPC_UNSPECIFIED, 0.299, 0.114),
    (AVCOL_SPC_BT709, 0.2126, 0.0722), (AVCOL_SPC_BT2020_NCL, 0.2627, 0.0593), (AVCOL_SPC_SMPTE240M, 0.212, 0.087),
    (AVCOL_SPC_FCC, 0.3, 0.11),
  ]

  /// Also those whose last samples of chroma cover fewer pixels than others.
  private static let sizes = [(24, 16), (23, 15), (21, 14), (1, 1)]

  /// libswscale's weights and planes have 14 or 15 bits.
  private static let tolerance = 1.6

  @Test("Every subsampling and depth, by every matrix and range, is as the standards say", arguments: formats)
  func matrices(format: String) throws {
    for (width, height) in Self.sizes {
      let sample = try ColorSample(format, seed: 3, width: width, height: height)
      for (matrix, red, blue) in Self.matrices {
        for isLimited in [true, false] {
          let difference = try sample.difference(
            {
              $0.colorspace = matrix
              $0.color_range = isLimited ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
              $0.chroma_location = AVCHROMA_LOC_LEFT
            }, red: red, blue: blue, isLimited: isLimited, location: (0, 0.5))
          #expect(difference <= Self.tolerance, "\(matrix.rawValue) \(isLimited): \(difference)")
        }
      }
    }
  }

  @Test("Chroma lies where a frame says, and else at the left, or in the middle in full range", arguments: formats)
  func locations(format: String) throws {
    let sample = try ColorSample(format, seed: 4)
    let places: [(AVChromaLocation, Bool, Double, Double)] = [
      (AVCHROMA_LOC_LEFT, true, 0, 0.5), (AVCHROMA_LOC_CENTER, true, 0.5, 0.5), (AVCHROMA_LOC_TOPLEFT, true, 0, 0),
      (AVCHROMA_LOC_TOP, true, 0.5, 0), (AVCHROMA_LOC_BOTTOMLEFT, true, 0, 1), (AVCHROMA_LOC_BOTTOM, true, 0.5, 1),
      (AVCHROMA_LOC_UNSPECIFIED, true, 0, 0.5), (AVCHROMA_LOC_UNSPECIFIED, false, 0.5, 0.5),
    ]
    for (location, isLimited, x, y) in places where y < 1 || sample.layout.log2_chroma_h < 2 {
      let difference = try sample.difference(
        {
          $0.colorspace = AVCOL_SPC_BT709
          $0.color_range = isLimited ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
          $0.chroma_location = location
        }, red: 0.2126, blue: 0.0722, isLimited: isLimited, location: (x, y))
      #expect(difference <= Self.tolerance, "\(location.rawValue): \(difference)")
    }
  }

  // MARK: Red, green and blue

  private func pixels(
    _ format: String, _ bytes: [UInt8], range: AVColorRange = AVCOL_RANGE_UNSPECIFIED
  ) throws -> [UInt8] {
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    (found.pointee.format, found.pointee.width, found.pointee.height) = (av_get_pix_fmt(format).rawValue, 2, 1)
    found.pointee.color_range = range
    try LibAV.check(av_frame_get_buffer(found, 0), "allocate")
    let start = try #require(found.pointee.data.0)
    for (index, byte) in bytes.enumerated() { start[index] = byte }
    return try straightPixels(of: found, "convert")
  }

  @Test("Each component has its own depth, and limited range is that of what is tagged so")
  func plain() throws {
    // Red of 5 bits, green of 6, blue of 5.
    #expect(try pixels("rgb565le", [0xE0, 0x07, 0x1F, 0xF8]) == [0, 255, 0, 255, 255, 0, 255, 255])
    #expect(try pixels("rgb555le", [0xE0, 0x03, 0x10, 0x42]) == [0, 255, 0, 255, 132, 132, 132, 255])
    #expect(try pixels("monow", [0x40]) == [255, 255, 255, 255, 0, 0, 0, 255])
    #expect(
      try pixels("rgb24", [16, 235, 126, 8, 240, 0], range: AVCOL_RANGE_MPEG) == [0, 255, 128, 255, 0, 255, 0, 255])
    #expect(
      try pixels("rgba", [16, 235, 126, 16, 16, 16, 16, 235], range: AVCOL_RANGE_MPEG)
        == [0, 255, 128, 16, 0, 0, 0, 235])
    #expect(try pixels("rgb24", [16, 235, 126, 8, 240, 0]) == [16, 235, 126, 255, 8, 240, 0, 255])
    let floats = [Float(0.5), 1].flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
    #expect(try pixels("grayf32le", floats) == [128, 128, 128, 255, 255, 255, 255, 255])
  }

  // MARK: In files

  private func clip(_ frame: UnsafeMutablePointer<AVFrame>) throws -> ClipFile {
    try ClipSample.clip([frame])
  }

  private func difference(
    _ format: String, red: Double, blue: Double, isLimited: Bool, location: (x: Double, y: Double),
    _ tags: (inout AVFrame) -> Void
  ) throws -> Double {
    let sample = try ColorSample(format, seed: 5)
    var frame: UnsafeMutablePointer<AVFrame>? = try sample.frame()
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    tags(&found.pointee)
    let pixels = try #require(try clip(found).frame(0)).pixels
    let colors = sample.colors(red: red, blue: blue, isLimited: isLimited, location: location)
    return ColorSample.difference(pixels, colors)
  }

  @Test("Clips keep what their files say of matrix, range and chroma", arguments: formats)
  func clips(format: String) throws {
    for (matrix, red, blue) in Self.matrices.dropFirst(3) {
      for isLimited in [true, false] {
        let difference = try difference(format, red: red, blue: blue, isLimited: isLimited, location: (0, 0)) {
          $0.colorspace = matrix
          $0.color_range = isLimited ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
          $0.chroma_location = AVCHROMA_LOC_TOPLEFT
        }
        #expect(difference <= Self.tolerance, "\(matrix.rawValue) \(isLimited): \(difference)")
      }
    }
  }

  @Test(
    "Clips without tags are BT.601 in limited range, and BT.709 from 720 lines on; BT.2020's primaries mean its matrix")
  func untagged() throws {
    let low = try difference("yuv420p", red: 0.299, blue: 0.114, isLimited: true, location: (0, 0.5)) { _ in }
    #expect(low <= Self.tolerance)
    for (height, primaries, green) in [
      (718, AVCOL_PRI_UNSPECIFIED, 0.114 * 1.772), (720, AVCOL_PRI_UNSPECIFIED, 0.0722 * 1.8556),
      (48, AVCOL_PRI_BT709, 0.114 * 1.772), (720, AVCOL_PRI_BT709, 0.0722 * 1.8556),
    ] {
      var frame = av_frame_alloc()
      defer { av_frame_free(&frame) }
      let found = try #require(frame)
      (found.pointee.format, found.pointee.width) = (AV_PIX_FMT_YUV444P.rawValue, 16)
      (found.pointee.height, found.pointee.color_primaries) = (Int32(height), primaries)
      try LibAV.check(av_frame_get_buffer(found, 0), "allocate")
      for (plane, value) in [(found.pointee.data.0, 126), (found.pointee.data.1, 178), (found.pointee.data.2, 128)] {
        memset(try #require(plane), Int32(value), Int(found.pointee.linesize.0) * height)
      }
      let pixels = try #require(try clip(found).frame(0)).pixels
      let weight = height < 720 ? 1 - 0.299 - 0.114 : 1 - 0.2126 - 0.0722
      let wanted = 255 * (110.0 / 219 - green * (50.0 / 224) / weight)
      #expect(abs(Double(pixels[1]) - wanted) <= 1, "\(height): \(pixels.prefix(3)) instead of \(wanted)")
    }
    let sample = try ColorSample("yuv444p", seed: 6)
    var frame: UnsafeMutablePointer<AVFrame>? = try sample.frame()
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    found.pointee.color_primaries = AVCOL_PRI_BT2020
    let untagged = try #require(try clip(found).frame(0)).pixels
    found.pointee.colorspace = AVCOL_SPC_BT2020_NCL
    #expect(untagged == (try #require(try clip(found).frame(0)).pixels))
  }

  @Test("Primaries, transfer functions and matrices that are not converted are named")
  func unconverted() throws {
    func remarks(_ tags: (inout AVFrame) -> Void) throws -> [String?] {
      var frame: UnsafeMutablePointer<AVFrame>? = try ColorSample("yuv444p", seed: 1).frame()
      defer { av_frame_free(&frame) }
      let found = try #require(frame)
      tags(&found.pointee)
      let clip = try clip(found)
      return [clip.unconvertedColors?.remark, clip.unknownMatrix]
    }
    #expect(
      try remarks {
        $0.color_primaries = AVCOL_PRI_SMPTE431
        $0.color_trc = AVCOL_TRC_LOG
      } == [
        "has the primaries of DCI-P3 and the transfer function logarithmic, which are not converted; "
          + "its colors are drawn as sRGB", nil,
      ])
    #expect(try remarks { $0.colorspace = AVCOL_SPC_YCGCO } == [nil, "ycgco"])
    #expect(try remarks { $0.colorspace = AVCOL_SPC_BT2020_CL } == [nil, "bt2020c"])
    for primaries in [
      AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_BT709, AVCOL_PRI_BT470BG, AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M,
      AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE432, AVCOL_PRI_SMPTE431, AVCOL_PRI_FILM, AVCOL_PRI_BT470M,
    ] {
      let found = try remarks {
        $0.color_primaries = primaries
        $0.color_trc = AVCOL_TRC_IEC61966_2_1
      }
      #expect(found == [nil, nil])
    }
  }

  @Test("A clip's tags of Display P3, and of a power of 2.8, are converted from what it shows without them")
  func converted() throws {
    var frame: UnsafeMutablePointer<AVFrame>? = try ColorSample("yuv444p", seed: 9).frame()
    defer { av_frame_free(&frame) }
    let found = try #require(frame)
    let plain = try #require(try clip(found).frame(0)).pixels.map { Double($0) / 255 }
    found.pointee.color_primaries = AVCOL_PRI_SMPTE432
    let wide = try #require(try clip(found).frame(0)).pixels
    #expect(PublishedColors.p3.difference(wide, from: plain, count: 4) <= 1)
    #expect(zip(wide, plain).contains { abs(Double($0) - $1 * 255) > 20 })
    (found.pointee.color_primaries, found.pointee.color_trc) = (AVCOL_PRI_BT709, AVCOL_TRC_GAMMA28)
    let steep = PublishedColors([0.64, 0.33, 0.3, 0.6, 0.15, 0.06]) { pow($0, 2.8) }
    #expect(steep.difference(try #require(try clip(found).frame(0)).pixels, from: plain, count: 4) <= 1)
  }

  // MARK: Pictures

  @Test(
    "JPEG files have chroma in the middle, by BT.601 in full range", arguments: ["j444p", "j422p", "j420p"])
  func jpeg(format: String) throws {
    // Blocks of one value are kept: chroma changes from block to block.
    let sample = try ColorSample("yuv" + format, seed: 8)
    var frame: UnsafeMutablePointer<AVFrame>? = try sample.frame()
    var context = avcodec_alloc_context3(avcodec_find_encoder(AV_CODEC_ID_MJPEG))
    var packet = av_packet_alloc()
    defer {
      av_frame_free(&frame)
      avcodec_free_context(&context)
      av_packet_free(&packet)
    }
    let (encoder, found) = (try #require(context), try #require(frame))
    encoder.pointee.width = found.pointee.width
    encoder.pointee.height = found.pointee.height
    encoder.pointee.pix_fmt = AVPixelFormat(found.pointee.format)
    encoder.pointee.time_base = AVRational(num: 1, den: 1)
    encoder.pointee.flags |= AV_CODEC_FLAG_QSCALE
    found.pointee.quality = FF_QP2LAMBDA
    try LibAV.check(avcodec_open2(encoder, nil, nil), "encode")
    try LibAV.check(avcodec_send_frame(encoder, found), "encode")
    try LibAV.check(avcodec_receive_packet(encoder, packet), "encode")
    let data = try #require(packet).pointee
    let bytes = Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
    let colors = sample.colors(red: 0.299, blue: 0.114, isLimited: false, location: (0.5, 0.5))
    // The coarsest of quantization at its finest rounds coefficients to 8 levels.
    let pixels = try readPicture(bytes).pixels
    func squares(_ colors: [Double]) -> [Double] {
      var squares: [Double] = []
      for pixel in 0..<pixels.count / 4 {
        for channel in 0..<3 {
          let difference: Double = Double(pixels[pixel * 4 + channel]) - colors[pixel * 3 + channel]
          squares.append(pow(difference, 2))
        }
      }
      return squares
    }
    let errors = squares(colors)
    let wrong = sample.colors(red: 0.299, blue: 0.114, isLimited: false, location: (0, 0))
    let wrongErrors = squares(wrong)
    let mean = (errors.reduce(0, +) / Double(errors.count)).squareRoot()
    let wrongMean = (wrongErrors.reduce(0, +) / Double(errors.count)).squareRoot()
    #expect(mean < 8, "\(mean) \(wrongMean)")
    if format != "j444p" { #expect(wrongMean > 2 * mean, "\(mean) \(wrongMean)") }
  }

  @Test("A lossy WebP is as its decoder of reference has it")
  func webp() throws {
    var random = SeededNumbers(seed: 2)
    let (width, height) = (32, 32)
    var bytes: [UInt8] = []
    var colors: [[UInt8]] = []
    for _ in 0..<16 { colors.append((0..<3).map { _ in UInt8(random.unit() * 255) }) }
    for y in 0..<height { for x in 0..<width { bytes += colors[y / 8 * 4 + x / 8] } }
    var output: UnsafeMutablePointer<UInt8>?
    let size = WebPEncodeRGB(bytes, Int32(width), Int32(height), Int32(width * 3), 100, &output)
    let encoded = try #require(output)
    defer { WebPFree(encoded) }
    let file = Array(UnsafeBufferPointer(start: encoded, count: size))
    let decoded = try #require(WebPDecodeRGBA(file, file.count, nil, nil))
    defer { WebPFree(decoded) }
    let wanted = Array(UnsafeBufferPointer(start: decoded, count: width * height * 4))
    let difference = zip(try readPicture(file).pixels, wanted).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(difference) <= 3)
  }
}
