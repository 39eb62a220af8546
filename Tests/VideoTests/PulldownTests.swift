import CLibAV
import Coding
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Film with pulldown")
struct PulldownTests {
  private static let size = (width: 64, height: 48)

  /// The luma of a film's frame at a place: stripes that move, with a little noise, as coding makes.
  private func sample(_ film: Int, _ x: Int, _ y: Int, _ random: inout SeededNumbers) -> UInt8 {
    let stripe = (x + film * 5) % 32 < 16 ? 200 : 60
    return UInt8(clamping: stripe + (y * film) % 7 + Int.random(in: -2...2, using: &random))
  }

  /// A clip of frames that are each put together from the fields of two frames of the film.
  private func clip(_ fields: [(upper: Int, lower: Int)], rate: Int32 = 30) throws -> ClipFile {
    var made: [UnsafeMutablePointer<AVFrame>?] = []
    defer { for i in made.indices { av_frame_free(&made[i]) } }
    var random = SeededNumbers(seed: 7)
    for (upper, lower) in fields {
      let frame = try #require(av_frame_alloc())
      made.append(frame)
      (frame.pointee.width, frame.pointee.height) = (Int32(Self.size.width), Int32(Self.size.height))
      frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      try LibAV.check(av_frame_get_buffer(frame, 0), "make a frame")
      let plane = try #require(frame.pointee.data.0)
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          plane[y * Int(frame.pointee.linesize.0) + x] = sample(y % 2 == 0 ? upper : lower, x, y, &random)
        }
      }
      for (plane, stride) in [
        (frame.pointee.data.1, frame.pointee.linesize.1), (frame.pointee.data.2, frame.pointee.linesize.2),
      ] { for place in 0..<Self.size.height / 2 * Int(stride) { plane?[place] = 128 } }
    }
    let folder = try TemporaryFolder()
    let path = folder.file("clip.mkv")
    try ClipSample.write(made.compactMap { $0 }, to: path) { encoder, _ in
      encoder.time_base = AVRational(num: 1, den: rate)
    }
    return try ClipFile(path: path, named: "clip.mkv", digest: Digest { $0.combine("pulldown") })
  }

  /// Four frames of the film in five: A A, B B, B C, C D, D D, from a place of the round on.
  private func pulldown(_ count: Int, from start: Int, film: (Int) -> Int = { $0 }) -> [(upper: Int, lower: Int)] {
    let round = [(0, 0), (1, 1), (1, 2), (2, 3), (3, 3)]
    return (start..<start + count).map { index in
      let first = index / 5 * 4
      return (film(first + round[index % 5].0), film(first + round[index % 5].1))
    }
  }

  @Test("3:2 pulldown is found wherever its round begins", arguments: 0..<5)
  func found(start: Int) throws {
    #expect(try clip(pulldown(60, from: start)).pulldown == .hard)
    // With the lower field first.
    #expect(try clip(pulldown(60, from: start).map { ($0.lower, $0.upper) }).pulldown == .hard)
  }

  @Test("Video, whole frames, doubled frames and what does not move have none")
  func others() throws {
    #expect(try clip((0..<60).map { ($0, $0) }).pulldown == nil)
    #expect(try clip((0..<60).map { ($0 * 2, $0 * 2 + 1) }).pulldown == nil)
    // 24 frames in 30, one of each four shown twice.
    #expect(try clip((0..<60).map { ($0 * 4 / 5, $0 * 4 / 5) }).pulldown == nil)
    #expect(try clip(pulldown(60, from: 0) { _ in 3 }).pulldown == nil)
    #expect(try clip(pulldown(12, from: 0)).pulldown == nil)
    #expect(try clip(pulldown(60, from: 0), rate: 25).pulldown == nil)
  }

  @Test("Looking for it changes nothing of what is shown")
  func unchanged() throws {
    let clip = try clip(pulldown(60, from: 0))
    for number in [0, 1, 30, 59, 2] {
      let pixels = try #require(clip.frame(number)).pixels
      var random = SeededNumbers(seed: 1)
      let (upper, _) = pulldown(60, from: 0)[number]
      // Limited range: 200 is 214 of 255, 60 is 51.
      let isBright = sample(upper, 20, 0, &random) > 128
      #expect((pixels[20 * 4] > 128) == isBright, "frame \(number)")
    }
  }

  @Test("Each frame of film is its own, whatever was looked for", arguments: [24, 25, 30] as [Int32])
  func film(rate: Int32) throws {
    let clip = try clip((0..<40).map { ($0, $0) }, rate: rate)
    #expect(clip.pulldown == nil)
    for number in [0, 1, 2, 3, 4, 5, 30, 1] {
      let pixels = try #require(clip.frame(number)).pixels
      let row = stride(from: 4, to: 64, by: 8).map { pixels[$0 * 4] > 128 }
      var random = SeededNumbers(seed: 1)
      #expect(row == stride(from: 4, to: 64, by: 8).map { sample(number, $0, 0, &random) > 128 }, "frame \(number)")
    }
  }

  @Test("The warning says what to do")
  func remark() {
    #expect(Pulldown.hard.remark.contains("fieldmatch,yadif=deint=interlaced,decimate"))
    #expect(Pulldown.soft.remark.contains("-r 24000/1001"))
  }
}
