import CDeinterlacing
import CLibAV
import Coding
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Interlaced clips")
struct DeinterlacingTests {
  private static let size = (width: 24, height: 20)

  /// A field of a plane of frames, made whole.
  private func field(_ frames: [[UInt8]], isBottom: Bool, isSecond: Bool) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: frames[1].count)
    frames[0].withUnsafeBufferPointer { previous in
      frames[1].withUnsafeBufferPointer { current in
        frames[2].withUnsafeBufferPointer { next in
          var plane = InterlacedPlane(
            previous: previous.baseAddress, current: current.baseAddress, next: next.baseAddress,
            stride: Self.size.width, width: Int32(Self.size.width), height: Int32(Self.size.height), greatest: 255)
          deinterlace_plane(&plane, isBottom, isSecond, &result, Self.size.width)
        }
      }
    }
    return result
  }

  private func noise(_ seed: UInt64) -> [UInt8] {
    var random = SeededNumbers(seed: seed)
    return (0..<Self.size.width * Self.size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Frames of two fields of one value each; the one of rows 0, 2, 4 first.
  private func frame(_ first: UInt8, _ second: UInt8) -> [UInt8] {
    (0..<Self.size.height).flatMap { [UInt8](repeating: $0 % 2 == 0 ? first : second, count: Self.size.width) }
  }

  @Test("What does not move comes out as it is, in both fields")
  func still() {
    let picture = noise(1)
    for isBottom in [false, true] {
      for isSecond in [false, true] {
        #expect(field([picture, picture, picture], isBottom: isBottom, isSecond: isSecond) == picture)
      }
    }
  }

  @Test("The rows of a field stay as they are, and the others come from the rows and fields around them")
  func rows() {
    let frames = [noise(2), noise(3), noise(4)]
    for isBottom in [false, true] {
      let result = field(frames, isBottom: isBottom, isSecond: isBottom)
      let changed = (0..<result.count).filter { result[$0] != frames[1][$0] }
      #expect(!changed.isEmpty && changed.allSatisfy { ($0 / Self.size.width % 2 == 0) == isBottom })
    }
  }

  @Test("A light that grows from field to field has its own value in each of them")
  func light() {
    let frames = [frame(10, 20), frame(30, 40), frame(50, 60)]
    #expect(field(frames, isBottom: false, isSecond: false).allSatisfy { $0 == 30 })
    #expect(field(frames, isBottom: true, isSecond: true).allSatisfy { $0 == 40 })
  }

  private func clip(_ frames: [[UInt8]], isTopFirst: Bool = true) throws -> ClipFile {
    var made: [UnsafeMutablePointer<AVFrame>?] = []
    defer { for i in made.indices { av_frame_free(&made[i]) } }
    for samples in frames {
      let frame = try #require(av_frame_alloc())
      made.append(frame)
      (frame.pointee.width, frame.pointee.height) = (Int32(Self.size.width), Int32(Self.size.height))
      frame.pointee.format = AV_PIX_FMT_GRAY8.rawValue
      clibav_set_fields(frame, isTopFirst ? 1 : 0)
      try LibAV.check(av_frame_get_buffer(frame, 0), "make a frame")
      let plane = try #require(frame.pointee.data.0)
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width { plane[y * Int(frame.pointee.linesize.0) + x] = samples[y * Self.size.width + x] }
      }
    }
    return try ClipSample.clip(made.compactMap { $0 }) { encoder, _ in
      encoder.field_order = isTopFirst ? AV_FIELD_TT : AV_FIELD_BB
      encoder.flags |= AV_CODEC_FLAG_INTERLACED_DCT
    }
  }

  private func reds(_ clip: ClipFile, _ number: Int) throws -> [UInt8] {
    let pixels = try #require(clip.frame(number)).pixels
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }

  @Test("Each field of a clip is a frame of its own, whichever comes first", arguments: [true, false])
  func fields(isTopFirst: Bool) throws {
    let clip = try clip(
      (0..<4).map { number in
        let (earlier, later) = (UInt8(20 + number * 20), UInt8(30 + number * 20))
        return isTopFirst ? frame(earlier, later) : frame(later, earlier)
      }, isTopFirst: isTopFirst)
    #expect(clip.isInterlaced && clip.isDeinterlaced)
    #expect(clip.times.map { ($0 * 1000).rounded() } == [0, 50, 100, 150, 200, 250, 300, 350])
    for number in 0..<8 {
      #expect(try reds(clip, number).allSatisfy { $0 == UInt8(20 + number * 10) }, "field \(number)")
    }
  }
}
