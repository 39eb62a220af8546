import Files
import Formats
import Graphics
import MediaBase
import StageKit

/// Writes a picture as a PNG file, which gets its name only when it is complete; see `encodePNG`.
public func writePNG(_ image: Image, to path: String) throws(MediaError) {
  let output = try AtomicFile.output(to: path)
  try output.append(FileSignature.signed(png: try encodePNG(image)))
  try output.finish()
}

/// The bytes of a PNG file: the picture's gamut in 8 bits, with straight alpha unless the picture is opaque. Equal pictures give equal
/// bytes. Dividing colors by their alpha rounds to nearest, so reading the file gives the same picture.
public func encodePNG(_ image: Image) throws(MediaError) -> [UInt8] {
  let operation = "encode a PNG of \(image.width) × \(image.height) pixels"
  let isOpaque = isOpaque(image.pixels)
  let format: OutputFormat
  do {
    format = try OutputFormat(
      PNG(), in: .pngFiles, alpha: !isOpaque, width: image.width, height: image.height, frameRate: .sixty,
      colors: .standard(image.gamut))
  } catch {
    throw MediaError(operation, reason: error.reason)
  }
  let samples = isOpaque ? opaqueSamples(image) : straightPixels(of: image)
  guard let planes = FramePlanes(format.pixelFormat, width: image.width, height: image.height, bytes: samples) else {
    throw MediaError(operation, reason: "it has \(image.pixels.count) bytes")
  }
  let encoder = try SegmentEncoder(format)
  try encoder.encode(planes)
  return try encoder.finish().packets[0].data
}

private func opaqueSamples(_ image: Image) -> [UInt8] {
  let pixels = image.pixels
  return [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { samples, count in
    for pixel in 0..<pixels.count / 4 {
      for channel in 0..<3 { samples[pixel * 3 + channel] = pixels[pixel * 4 + channel] }
    }
    count = pixels.count / 4 * 3
  }
}

/// Rows of red, green, blue and straight alpha, as `encodePNG` writes them.
public func straightPixels(of image: Image) -> [UInt8] {
  var samples = image.pixels
  if isOpaque(samples) { return samples }
  for pixel in stride(from: 0, to: samples.count, by: 4) {
    let alpha = UInt32(samples[pixel + 3])
    for channel in pixel..<pixel + 3 {
      samples[channel] = alpha == 0 ? 0 : UInt8(min(255, (UInt32(samples[channel]) * 255 + alpha / 2) / alpha))
    }
  }
  return samples
}

private func isOpaque(_ pixels: [UInt8]) -> Bool {
  stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
}
