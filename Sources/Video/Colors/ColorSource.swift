import CLibAV
import Graphics

/// The colors of a file's pixels, as the file says them.
enum ColorSource: Hashable, Sendable {
  /// The bytes of a profile, in the file or damaged.
  case profile([UInt8])
  /// Code points of ITU-T H.273.
  case codes(primaries: Int, transfer: Int)
  /// PNG's gamma, which is 1 divided by a power, and its white, red, green and blue as CIE x and y.
  case numbers(gamma: Double?, chromaticities: [Double]?)

  /// The components of a picture's pixels.
  enum Components: Hashable, Sendable {
    case gray, color, inks
  }

  /// True if its components are those of a wide gamut, by its code points, so that nothing is converted.
  func isNative(to gamut: ColorGamut) -> Bool {
    guard case .codes(CodePoints.displayP3, let transfer) = self else { return false }
    return gamut == .displayP3 && CodePoints.name(transfer: transfer) == nil
  }

  /// The colors of a decoded frame of a clip, in a stream whose file may have a profile of its own; BT.2020's with a transfer
  /// function that is drawn as sRGB's are not among them, see `WideGamut`.
  init(_ frame: UnsafeMutablePointer<AVFrame>, in stream: UnsafeMutablePointer<AVStream>) {
    if let side = av_frame_get_side_data(frame, AV_FRAME_DATA_ICC_PROFILE) {
      self = .profile([UInt8](UnsafeBufferPointer(start: side.pointee.data, count: Int(side.pointee.size))))
      return
    }
    var size = 0
    if let side = clibav_stream_side_data(stream, AV_PKT_DATA_ICC_PROFILE, &size) {
      self = .profile([UInt8](UnsafeBufferPointer(start: side, count: size)))
      return
    }
    let parameters = stream.pointee.codecpar.pointee
    var primaries = frame.pointee.color_primaries
    var transfer = frame.pointee.color_trc
    if primaries == AVCOL_PRI_UNSPECIFIED { primaries = parameters.color_primaries }
    if transfer == AVCOL_TRC_UNSPECIFIED { transfer = parameters.color_trc }
    let isWide = primaries == AVCOL_PRI_BT2020 && CodePoints.name(transfer: Int(transfer.rawValue)) == nil
    self = .codes(
      primaries: Int((isWide ? AVCOL_PRI_BT709 : primaries).rawValue), transfer: Int(transfer.rawValue))
  }
}
