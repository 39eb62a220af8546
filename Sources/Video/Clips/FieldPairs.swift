import CLibAV

/// Finds second fields in streams of H.264 whose two fields of a frame are packets of their own. To be used from one thread at a time,
/// for packets in the order of the file.
final class FieldPairs {
  private let parser = av_parser_init(Int32(AV_CODEC_ID_H264.rawValue))
  private var decoder = avcodec_alloc_context3(nil)
  /// The first field that waits for its second one.
  private var waiting: AVPictureStructure?

  init() { parser?.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES }

  deinit {
    av_parser_close(parser)
    avcodec_free_context(&decoder)
  }

  /// True if a packet holds the field that completes the frame of the packet before.
  func isSecond(_ packet: UnsafePointer<AVPacket>) -> Bool {
    guard let parser, let decoder else { return false }
    // A key picture begins a frame, also where a field before it was lost.
    if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 { waiting = nil }
    var (data, size): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    let time = (packet.pointee.pts, packet.pointee.dts)
    av_parser_parse2(parser, decoder, &data, &size, packet.pointee.data, packet.pointee.size, time.0, time.1, -1)
    return isSecond(parser.pointee.picture_structure)
  }

  /// The same for a packet of a structure.
  func isSecond(_ structure: AVPictureStructure) -> Bool {
    let isField = [AV_PICTURE_STRUCTURE_TOP_FIELD, AV_PICTURE_STRUCTURE_BOTTOM_FIELD].contains(structure)
    if let first = waiting, isField, structure != first {
      waiting = nil
      return true
    }
    waiting = isField ? structure : nil
    return false
  }
}
