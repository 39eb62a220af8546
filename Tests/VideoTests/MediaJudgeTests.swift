import CLibAV
import Formats
import Foundation
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

/// Judging finished files, whoever made them.
@Suite("Judging movies and pictures")
struct MediaJudgeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func movie(_ name: String, frames: Int = 60, gop: Int = 30) throws -> String {
    let format = try settings(rate: (30, 1), gop: gop)
    let path = "\(folder.path)/\(name)"
    let writer = try MovieWriter(path: path, format: format)
    for first in stride(from: 0, to: frames, by: 30) {
      let encoder = try SegmentEncoder(format)
      for frame in first..<min(first + 30, frames) { try encoder.encode(movingPicture(frame)) }
      try writer.append(encoder.finish())
    }
    try writer.finish()
    return path
  }

  @Test("A movie of this program is found as it is, with nothing wrong")
  func ownMovie() throws {
    let probe = try MediaProbe(try movie("a.mp4"))
    #expect(MediaJudge.findings(of: probe) == [])
    #expect(probe.facts.codec == "h264" && probe.facts.codecProfile == "High" && probe.facts.ending == "mp4")
    #expect(probe.facts.width == 96 && probe.facts.height == 64 && probe.facts.framesPerSecond == 30)
    #expect(abs((probe.facts.seconds ?? 0) - 2) < 1e-9)
    #expect(probe.keyFrames == [0, 30] && probe.times.count == 60 && probe.decodedFrames == 60)
    #expect(probe.facts.isIndexFirst == true && probe.facts.hasClosedGroups == true && probe.facts.isRec709 == true)
    #expect(probe.facts.groupSeconds.map { abs($0 - 1) < 1e-9 } == true)
    #expect(probe.changes.count == 59 && probe.changes.allSatisfy { $0 > 1 })
  }

  @Test("An animated AVIF's alpha is found in its second stream, and a still's by its item")
  func alphaOfAVIF() throws {
    for (alpha, frames) in [(true, 3), (false, 3), (true, 1)] {
      let format = try OutputFormat(AVIF(), in: .avif, alpha: alpha, width: 64, height: 64, frameRate: .sixty)
      let path = "\(folder.path)/a.avif"
      let encoder = try SegmentEncoder(format)
      for frame in 0..<frames { try encoder.encode(movingPixels(frame, format)) }
      let writer = try format.writer(to: path)
      try writer.append(encoder.finish())
      try writer.finish()
      let probe = try MediaProbe(path)
      #expect(probe.facts.hasAlpha == alpha && probe.facts.pixelFormat == "yuv444p")
      #expect(probe.decodedFrames == frames && probe.faults == [])
      // Saturated colors survive libyuv, and Chromium, which takes animations of full range for limited ones.
      let colors =
        frames > 1 ? ["tv", "bt709", "iec61966-2-1", "smpte170m"] : ["pc", "bt709", "iec61966-2-1", "bt709"]
      #expect(probe.colors == colors)
      guard frames > 1 else { continue }
      #expect((probe.alpha.map { $0.lowerBound < 0.1 && $0.upperBound > 0.6 } ?? false) == alpha)
    }
  }

  @Test("A movie is judged and played as its matrix turns and mirrors it, in all eight orientations")
  func orientations() throws {
    let path = try movie("a.mp4")
    var bytes = try #require(folder.bytes("a.mp4"))
    let type = try #require(bytes.range(of: Data("tkhd".utf8)))
    // A header of version 0 (ISO/IEC 14496-12, 8.3.2): the matrix comes after 44 bytes.
    let place = type.upperBound + 40
    let plain = try #require(try ClipFile(path: path, named: "a.mp4", digest: Digest(high: 0, low: 1)).frame(7))
    let matrices = [
      (1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
      (0, -1, 1, 0),
    ]
    let texts = [
      nil, "mirrored", "turned by 180°", "mirrored and turned by 180°", "mirrored and turned by 270°", "turned by 90°",
      "mirrored and turned by 90°", "turned by 270°",
    ]
    for (index, (a, b, c, d)) in matrices.enumerated() {
      for (offset, value) in [(0, a), (4, b), (12, c), (16, d)] {
        let fixed = UInt32(bitPattern: Int32(value) << 16)
        for byte in 0..<4 { bytes[place + offset + byte] = UInt8(fixed >> (24 - 8 * byte) & 255) }
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      let probe = try MediaProbe(path)
      let shown = index >= 4 ? (64, 96) : (96, 64)
      #expect(probe.orientation == index + 1 && probe.turn == texts[index])
      #expect(probe.facts.width == shown.0 && probe.facts.height == shown.1 && probe.stored == (96, 64))
      let clip = try ClipFile(path: path, named: "a.mp4", digest: Digest(high: 1, low: UInt64(index)))
      #expect(clip.width == shown.0 && clip.height == shown.1)
      #expect(clip.frame(7)?.pixels == upright(plain, orientation: index + 1).pixels)
    }
  }

  @Test("Interlaced pictures are found, whichever field comes first")
  func interlaced() throws {
    var parameters = AVCodecParameters()
    let orders = [AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE, AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT]
    #expect(
      orders.map { order in
        parameters.field_order = order
        return isInterlaced(parameters)
      } == [false, false, true, true, true, true])
    var probe = try MediaProbe(try movie("a.mp4"))
    #expect(probe.facts.isInterlaced == false)
    probe.facts.isInterlaced = true
    #expect(MediaJudge.findings(of: probe) == ["the pictures are interlaced: players show combs where things move"])
  }

  @Test("Pictures that are black throughout are found, and dark blue is not black")
  func black() throws {
    for (blue, isBlack) in [(0, true), (32, false)] {
      for rate in [30] {
        let format = try settings(rate: (rate, 1), gop: 30)
        let path = "\(folder.path)/\(blue).mp4"
        let writer = try MovieWriter(path: path, format: format)
        let encoder = try SegmentEncoder(format)
        for _ in 0..<4 {
          var picture = try movingPicture(0)
          picture.withBytes { bytes in
            for index in bytes.indices { bytes[index] = index < 96 * 64 ? 16 : 128 }
            if blue > 0 { for index in 96 * 64..<96 * 64 * 5 / 4 { bytes[index] = 128 + 14 } }
          }
          try encoder.encode(picture)
        }
        try writer.append(encoder.finish())
        try writer.finish()
        #expect(MediaJudge.findings(of: try MediaProbe(path)).contains("the pictures are black throughout") == isBlack)
      }
    }
  }

  @Test("Saturated colors come back from AVIF, stills and animations", arguments: [1, 3])
  func saturatedColorsOfAVIF(frames: Int) throws {
    let format = try OutputFormat(
      AVIF(), ParameterValues([("quality", .number(100))]), in: .avif, width: 64, height: 64,
      frameRate: .sixty)
    let colors: [[UInt8]] = (0..<8).map { corner in (0..<3).map { corner >> $0 & 1 == 1 ? 255 : 0 } }
    let path = "\(folder.path)/a.avif"
    let encoder = try SegmentEncoder(format)
    for frame in 0..<frames {
      var picture = FramePlanes(.rgb8, width: 64, height: 64)
      picture.withBytes { bytes in
        for pixel in 0..<64 * 64 {
          for channel in 0..<3 { bytes[pixel * 3 + channel] = colors[(pixel % 64 / 8 + frame) % 8][channel] }
        }
      }
      try encoder.encode(picture)
    }
    let writer = try format.writer(to: path)
    try writer.append(encoder.finish())
    try writer.finish()
    let reader = try format.reader(of: path)
    for frame in 0..<frames {
      let picture = try #require(try reader.next()?.picture)
      for (place, color) in colors.indices.map({ ($0, colors[($0 + frame) % 8]) }) {
        let pixel = (32 * 64 + place * 8 + 4) * 3
        #expect((0..<3).allSatisfy { abs(Int(picture.bytes[pixel + $0]) - Int(color[$0])) <= 1 })
      }
    }
  }

  @Test("Messages of libav have no name of its parts before them")
  func plainMessages() throws {
    let path = "\(folder.path)/a.mp4"
    try Data("not a movie".utf8).write(to: URL(fileURLWithPath: path))
    let text = failure { _ = try MediaProbe(path) }
    #expect(text.hasSuffix("(moov atom not found)"), "\(text)")
  }

  @Test("Damaged bytes, and a file that is cut off, are found")
  func damage() throws {
    let path = try movie("a.mp4")
    var bytes = try #require(folder.bytes("a.mp4"))
    for index in bytes.count - 4000..<bytes.count - 3900 { bytes[index] ^= 0x5A }
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(MediaJudge.findings(of: try MediaProbe(path)).contains { $0.hasPrefix("decoding fails near frame ") })
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    let findings = (try? MediaProbe(path)).map { MediaJudge.findings(of: $0) }
    #expect(findings?.isEmpty != true)
  }

  @Test("What is no movie is an error")
  func noMovie() throws {
    let path = "\(folder.path)/a.mp4"
    try Data("not a movie".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: MediaError.self) { try MediaProbe(path) }
    #expect(throws: MediaError.self) { try MediaProbe("\(folder.path)/missing.mp4") }
  }

  @Test("Findings follow from what was measured")
  func findings() throws {
    let good = try MediaProbe(try movie("a.mp4", frames: 90))
    func findings(_ change: (inout MediaProbe) -> Void) -> [String] {
      var probe = good
      change(&probe)
      return MediaJudge.findings(of: probe)
    }
    #expect(findings { $0.facts.isIndexFirst = false }[0].hasPrefix("the index comes after"))
    #expect(findings { $0.colors[1] = "unknown" }[0].contains("tv, unknown, bt709, bt709"))
    #expect(
      findings { probe in
        probe.colors = [String](repeating: "unknown", count: 4)
        probe.facts.ending = "avi"
      }.count == 1)
    #expect(findings { $0.pixelAspect = 8.0 / 9 } == ["pixels are not square: 0.889 : 1"])
    #expect(findings { $0.times[40] += 0.01 }[0].hasPrefix("the frame rate is not constant: 2 of 89"))
    #expect(findings { $0.times = $0.times.map { $0 + 0.1 } } == ["the first frame is shown at 0.1 s"])
    #expect(findings { $0.facts.hasClosedGroups = false }.count == 1)
    #expect(findings { $0.indexedFrames = 91 } == ["the index speaks of 91 frames, and there are 90"])
    #expect(findings { $0.alpha = 1...1 } == ["there is alpha, but every pixel is opaque"])
    // A change of 1.6 into frame 30, between changes of 0.3.
    #expect(
      findings { probe in
        probe.changes = probe.changes.indices.map { $0 == 29 ? 1.6 : 0.3 }
      }[0].contains("at 1 of 3 key frames, most at frame 30: it changes by 1.6"))
    // A cut is no fault.
    #expect(findings { probe in probe.changes = probe.changes.indices.map { $0 == 29 ? 40 : 0.3 } } == [])
  }
}
