import Formats
import Foundation
import Graphics
import StageKit
import Testing

@testable import Video

func settings(
  width: Int = 96, height: Int = 64, rate: (Int, Int) = (60, 1), preset: H264.Preset = .motion, crf: Double = 18,
  gop: Int = 250
) throws -> OutputFormat {
  let options = ParameterValues([
    ("preset", .text(preset.rawValue)), ("crf", .number(crf)), ("gop", .number(Double(gop))),
  ])
  return try OutputFormat(
    H264(), options, in: .mp4, width: width, height: height, frameRate: #require(FrameRate(rate.0, rate.1)))
}

/// A gradient of every channel that drifts; translucent where it can be.
func movingPixels(_ frame: Int, _ format: OutputFormat) throws -> FramePlanes {
  let components = format.pixelFormat.planes[0].components
  var bytes: [UInt8] = []
  for y in 0..<format.height {
    for x in 0..<format.width {
      let alpha = format.pixelFormat.alpha == .none ? 255 : (3 * x + 5 * frame) % 256
      for component in components {
        let value =
          switch component {
          case .red: x * 2 + frame
          case .green: y * 3
          case .blue: x + y + frame * 7
          case .alpha: alpha
          default: 0
          }
        bytes.append(alpha == 0 ? 0 : UInt8(value % 256))
        if format.pixelFormat.bytesPerSample == 2 { bytes.append(alpha == 0 ? 0 : UInt8(value * 37 % 256)) }
      }
    }
  }
  return try #require(FramePlanes(format.pixelFormat, width: format.width, height: format.height, bytes: bytes))
}

/// A gradient that drifts, under a bright bar that moves two pixels a frame.
func movingPicture(_ frame: Int, width: Int = 96, height: Int = 64) throws -> FramePlanes {
  var y: [UInt8] = []
  var u: [UInt8] = []
  var v: [UInt8] = []
  for row in 0..<height {
    for column in 0..<width {
      let isBar = (column - frame * 2 % width + width) % width < 8
      y.append(isBar ? 235 : UInt8(40 + (column + row + frame) % 128))
    }
  }
  for row in 0..<height / 2 {
    for column in 0..<width / 2 {
      u.append(UInt8(96 + (row + frame) % 64))
      v.append(UInt8(96 + column % 64))
    }
  }
  return try #require(FramePlanes(.yuv420p8, width: width, height: height, bytes: y + u + v))
}

/// The same in any format of luma and chroma, with alpha that drifts too.
func movingPicture(_ frame: Int, as format: OutputFormat) throws -> FramePlanes {
  let (width, height, pixels) = (format.width, format.height, format.pixelFormat)
  if pixels == .yuv420p8 { return try movingPicture(frame, width: width, height: height) }
  var bytes: [UInt8] = []
  for plane in pixels.planes {
    for row in 0..<height >> plane.yShift {
      for column in 0..<width >> plane.xShift {
        let value =
          switch plane.components[0] {
          case .luma: 40 + (column + row + frame) % 128
          case .blueDifference: 96 + (row << plane.yShift + frame) % 64 / 2
          case .alpha: (2 * column + 3 * frame) % 256
          default: 96 + (column << plane.xShift) % 64 / 2
          }
        let sample = pixels.depth == 8 ? value : value << (pixels.depth - 8) | (column & 3)
        bytes.append(UInt8(truncatingIfNeeded: sample))
        if pixels.bytesPerSample == 2 { bytes.append(UInt8(sample >> 8)) }
      }
    }
  }
  return try #require(FramePlanes(pixels, width: width, height: height, bytes: bytes))
}

/// A plane's samples in code values of 8 bits.
func samples(_ frame: FramePlanes, plane: Int) -> [Double] {
  let bytes = Array(frame.plane(plane))
  if frame.format.depth == 8 { return bytes.map { Double($0) } }
  let unit = Double(1 << (frame.format.depth - 8))
  return stride(from: 0, to: bytes.count, by: 2).map { Double(Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) / unit }
}

func segment(_ frames: Range<Int>, _ settings: OutputFormat) throws -> EncodedSegment {
  let encoder = try SegmentEncoder(settings)
  for frame in frames { try encoder.encode(movingPicture(frame, as: settings)) }
  return try encoder.finish()
}

func writeMovie(_ segments: [EncodedSegment], _ settings: OutputFormat, to path: String) throws {
  let writer = try MovieWriter(path: path, format: settings)
  for segment in segments { try writer.append(segment) }
  try writer.finish()
}

func frames(of path: String, threads: Int = 1) throws -> [MovieFrame] {
  let reader = try MovieReader(path: path, threads: threads)
  var frames: [MovieFrame] = []
  while let frame = try reader.next() { frames.append(frame) }
  return frames
}

/// In decibels; infinite for equal planes.
func peakSignalToNoise(_ a: [Double], _ b: [Double]) -> Double {
  let sum = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / sum)
}

/// In decibels; infinite for equal planes.
func peakSignalToNoise(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Double {
  var sum = 0
  for (x, y) in zip(a, b) { sum += (Int(x) - Int(y)) * (Int(x) - Int(y)) }
  return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / Double(sum))
}

/// The error that `body` throws, as text.
func failure(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch { return "\(error)" }
}
