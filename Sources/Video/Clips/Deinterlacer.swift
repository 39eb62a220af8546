import CDeinterlacing
import CLibAV
import MediaBase

/// Makes a whole picture of each field of interlaced frames, by bwdif. To be used from one thread at a time.
final class Deinterlacer {
  private var frame = av_frame_alloc()
  /// The last frames with their times, in ascending order.
  private var window: [(time: Int64, frame: UnsafeMutablePointer<AVFrame>)] = []

  deinit {
    forget()
    av_frame_free(&frame)
  }

  // MARK: Frames

  /// The time of the first frame that it still has.
  var firstTime: Int64? { window.first?.time }

  /// Keeps a frame, which comes after those before, in the place of the oldest of four.
  func keep(_ frame: UnsafeMutablePointer<AVFrame>, at time: Int64, _ operation: String) throws(MediaError) {
    guard let copy = av_frame_clone(frame) else { throw LibAV.outOfMemory(operation) }
    window.append((time, copy))
    if window.count > 4 {
      var oldest: UnsafeMutablePointer<AVFrame>? = window.removeFirst().frame
      av_frame_free(&oldest)
    }
  }

  /// Lets go of all frames, since others will follow.
  func forget() {
    for (_, frame) in window {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
    window = []
  }

  /// The frames that are shown at times, the first one before them all; empty where it has none.
  func frames(at times: [Int64]) -> [UnsafeMutablePointer<AVFrame>] {
    guard let first = window.first else { return [] }
    return times.map { time in (window.last { $0.time <= time } ?? first).frame }
  }

  // MARK: Pictures

  /// True for frames whose samples are whole numbers of one or two bytes.
  static func reads(_ format: Int32) -> Bool { layout(format) != nil }

  private static func layout(_ format: Int32) -> AVPixFmtDescriptor? {
    let unread = UInt64(
      AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM
        | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BE)
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(format))?.pointee, layout.flags & unread == 0 else {
      return nil
    }
    let depths = [layout.comp.0.depth, layout.comp.1.depth, layout.comp.2.depth, layout.comp.3.depth]
    let isAlike = depths.prefix(Int(layout.nb_components)).allSatisfy { $0 == depths[0] }
    return isAlike && (8...16).contains(depths[0]) ? layout : nil
  }

  /// The picture of a field of `frames[1]`, between the frames before and after it, in their format; the next call changes it.
  func picture(
    _ frames: [UnsafeMutablePointer<AVFrame>], isBottom: Bool, isSecond: Bool, _ operation: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    guard let target = frame, frames.count == 3, let layout = Self.layout(frames[1].pointee.format) else {
      throw LibAV.outOfMemory(operation)
    }
    let current = frames[1]
    let isAlike = frames.allSatisfy { other in
      (other.pointee.format, other.pointee.width, other.pointee.height)
        == (current.pointee.format, current.pointee.width, current.pointee.height)
        && other.pointee.linesize.0 == current.pointee.linesize.0
        && other.pointee.linesize.1 == current.pointee.linesize.1
    }
    let (before, after) = isAlike ? (frames[0], frames[2]) : (current, current)
    av_frame_unref(target)
    (target.pointee.format, target.pointee.width) = (current.pointee.format, current.pointee.width)
    target.pointee.height = current.pointee.height
    try LibAV.check(av_frame_get_buffer(target, 0), operation)
    try LibAV.check(av_frame_copy_props(target, current), operation)
    let isWide = layout.comp.0.depth > 8
    let greatest = Int32(1) << (layout.comp.0.depth + layout.comp.0.shift) - 1
    for plane in 0..<Int(av_pix_fmt_count_planes(AVPixelFormat(current.pointee.format))) {
      let bytes = av_image_get_linesize(AVPixelFormat(current.pointee.format), current.pointee.width, Int32(plane))
      let isChroma = (plane == 1 || plane == 2) && layout.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
      let height = isChroma ? -(-current.pointee.height >> Int32(layout.log2_chroma_h)) : current.pointee.height
      guard let into = Self.plane(target, plane).start else { throw LibAV.outOfMemory(operation) }
      var planes = InterlacedPlane(
        previous: Self.plane(before, plane).start, current: Self.plane(current, plane).start,
        next: Self.plane(after, plane).start, stride: Self.plane(current, plane).stride,
        width: isWide ? bytes / 2 : bytes, height: height, greatest: greatest)
      deinterlace_plane(&planes, isBottom, isSecond, into, Self.plane(target, plane).stride)
    }
    return target
  }

  private static func plane(
    _ frame: UnsafeMutablePointer<AVFrame>, _ number: Int
  ) -> (start: UnsafeMutablePointer<UInt8>?, stride: Int) {
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    let planes = [(data.0, strides.0), (data.1, strides.1), (data.2, strides.2), (data.3, strides.3)]
    return (planes[number].0, Int(planes[number].1))
  }
}
