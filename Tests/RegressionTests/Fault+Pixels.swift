import Formats
import Foundation
import Raster
import Regression
import StageKit
import Video

extension Fault {
  /// Faults in the rasterizer.
  static let drawn: [Fault] = [
    Fault(
      name: "rasterizer's color off by one", kind: .rasterizer, stage: "plate",
      engine: FaultyEngine(pixels: { pixels, _ in
        for pixel in stride(from: 0, to: pixels.count, by: 4)
        where pixels[pixel] == 0x33 && pixels[pixel + 1] == 0x66 && pixels[pixel + 2] == 0xCC {
          pixels[pixel + 2] = 0xCD
        }
      }), isQuick: true),
    Fault(
      name: "rasterizer leaves out a row", kind: .rasterizer,
      engine: FaultyEngine(pixels: { pixels, width in
        let row = width * 4
        pixels.replaceSubrange(40 * row..<41 * row, with: pixels[39 * row..<40 * row])
      })),
  ]

  /// Faults between the drawn frame and the delivered file.
  static let delivered: [Fault] = [
    file("frame dropped at a segment's boundary", says: "frame 12", quick: true) { path, settings in
      try Doctor.reencode(path, settings) { Array($0[..<12] + $0[13...] + $0.suffix(1)) }
    },
    file("frame doubled at a segment's boundary", says: "frame 12") { path, settings in
      try Doctor.reencode(path, settings) { Array($0[..<12] + [$0[11]] + $0[12..<47]) }
    },
    file("frame missing at the end", says: "47, not 48") { path, settings in
      try Doctor.reencode(path, settings) { Array($0.dropLast()) }
    },
    file("segments in another order", says: "frame 12") { path, settings in
      try Doctor.reencode(path, settings) { Array($0[..<12] + $0[24..<36] + $0[12..<24] + $0[36...]) }
    },
    file("limited range treated as full", says: "another matrix or range") { path, settings in
      try Doctor.reencode(path, settings) { pictures in
        pictures.map {
          Doctor.mapped($0) { (($0 - 16) * 255 / 219, ($1 - 128) * 255 / 224 + 128, ($2 - 128) * 255 / 224 + 128) }
        }
      }
    },
    file("full range treated as limited", says: "another matrix or range") { path, settings in
      try Doctor.reencode(path, settings) { pictures in
        pictures.map {
          Doctor.mapped($0) { ($0 * 219 / 255 + 16, ($1 - 128) * 224 / 255 + 128, ($2 - 128) * 224 / 255 + 128) }
        }
      }
    },
    file("BT.601 for BT.709", says: "another matrix or range", quick: true) { path, settings in
      // The colors of 601's equations where 709's were to encode.
      try Doctor.reencode(path, settings) { pictures in
        pictures.map {
          Doctor.mapped($0) { y, u, v in
            let (luma, blueness, redness) = (y - 16, u - 128, v - 128)
            return (
              16 + luma + 0.1016 * blueness + 0.1961 * redness, 128 + 0.9899 * blueness - 0.1107 * redness,
              128 - 0.0725 * blueness + 0.9834 * redness
            )
          }
        }
      }
    },
    file("tagged as BT.601", says: "matrix 6") { path, _ in
      try Doctor.patch(path, after: Array("colrnclx".utf8), offset: 4, [0, 6])
    },
    file("index behind the pictures", says: "no index before the pictures") { path, _ in
      try Doctor.moveIndexBack(path)
    },
    file("damaged picture", says: "") { path, _ in
      try Doctor.patch(path, after: Array("mdat".utf8), offset: 900, [UInt8](repeating: 0x5A, count: 40))
    },
    file("at another frame rate", says: "frame rate 25") { path, settings in
      guard let rate = FrameRate(25) else { return }
      let other = try OutputFormat(
        H264(), settings.options, in: .mp4, width: settings.width, height: settings.height, frameRate: rate)
      try Doctor.reencode(path, settings, as: other) { $0 }
    },
    file("groups too long", says: "more than 12") { path, settings in
      let options = settings.options.entries.filter { $0.name != "gop" }.map { ($0.name, $0.value) }
      let other = try OutputFormat(
        H264(), ParameterValues(options + [("gop", .number(250))]), in: .mp4, width: settings.width,
        height: settings.height, frameRate: settings.frameRate)
      try Doctor.reencode(path, settings, as: other, segment: 48) { $0 }
    },
    Fault(
      name: "encoder changed", kind: .encoder, says: "other bytes from equal pixels",
      engine: otherEncoder(preset: "faster")),
  ]

  private static func file(
    _ name: String, says: String, quick: Bool = false,
    _ body: @escaping @Sendable (String, OutputFormat) throws -> Void
  ) -> Fault {
    Fault(name: name, kind: .file, says: says, engine: FaultyEngine(file: body), isQuick: quick)
  }
}

extension Doctor {
  /// Puts the box with the index behind that with the pictures; places in the index are moved with them.
  static func moveIndexBack(_ path: String) throws {
    let content = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    var boxes: [(type: String, range: Range<Int>)] = []
    var place = 0
    while place + 8 <= content.count {
      let size = content[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      boxes.append((String(decoding: content[place + 4..<place + 8], as: UTF8.self), place..<place + size))
      place += max(8, size)
    }
    guard let index = boxes.firstIndex(where: { $0.type == "moov" }) else { throw Unreadable(text: "no index") }
    var moov = Array(content[boxes[index].range])
    guard let mark = moov.indices.first(where: { moov[$0...].starts(with: Array("stco".utf8)) }) else {
      throw Unreadable(text: "no places")
    }
    let count = moov[mark + 8..<mark + 12].reduce(0) { $0 << 8 | Int($1) }
    for entry in 0..<count {
      let at = mark + 12 + entry * 4
      let moved = moov[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } - moov.count
      for byte in 0..<4 { moov[at + byte] = UInt8(moved >> (24 - 8 * byte) & 255) }
    }
    let rest = boxes.filter { $0.type != "moov" }.flatMap { Array(content[$0.range]) }
    try Data(rest + moov).write(to: URL(fileURLWithPath: path))
  }
}
