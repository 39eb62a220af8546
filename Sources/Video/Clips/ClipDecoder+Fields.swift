import CLibAV
import MediaBase

extension ClipDecoder {
  /// The picture of a field, from its frame and those before and after.
  func fieldPixels(
    at time: Int64, _ index: ClipIndex, _ deinterlacer: Deinterlacer, _ operation: String
  ) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int) {
    let place = index.fieldPlace(of: time)
    let times = [place.before, place.frame, place.after]
    let frameIndex = wholeFrames ?? index.frames
    wholeFrames = frameIndex
    let isKept = deinterlacer.firstTime.map { $0 <= times[0] } ?? false
    var isThere = true
    if let decoded, isKept, frameIndex.isNear(decoded, entry: entry(before: times[0], frameIndex)) {
      isThere = decoded < times[2] ? try advance(operation) : false
    } else {
      isThere = try enter(before: times[0], frameIndex, operation)
    }
    while isThere, let frame {
      let found = frame.pointee.best_effort_timestamp
      decoded = found
      try deinterlacer.keep(frame, at: found, operation)
      isThere = found < times[2] ? try advance(operation) : false
    }
    let frames = deinterlacer.frames(at: times)
    guard frames.count == 3 else {
      throw MediaError(operation, reason: "none of its frames can be decoded", file: name, log: LibAV.log)
    }
    lastField = time
    let isBottomFirst = !isTopFirst(frames[1])
    let picture = try deinterlacer.picture(
      frames, isBottom: isBottomFirst != place.isSecond, isSecond: place.isSecond, operation)
    return try pixels(of: picture, operation)
  }

  /// True if the field of rows 0, 2, 4 and so on of a frame is the earlier one.
  private func isTopFirst(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    if clibav_is_interlaced(frame) != 0 { return clibav_is_top_first(frame) != 0 }
    let order = stream?.pointee.codecpar.pointee.field_order
    return order != AV_FIELD_BB && order != AV_FIELD_BT
  }
}
