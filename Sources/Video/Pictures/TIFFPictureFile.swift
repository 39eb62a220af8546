import CLibAV
import CTIFF
import MediaBase

/// The first picture of a TIFF file, read by libtiff.
final class TIFFPictureFile {
  private let name: String?
  private let operation: String
  /// libtiff refers to them.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let picture: OpaquePointer
  private let info: TIFFPictureInfo

  /// Reads what the file says of its picture. Throws where it is damaged, or of a kind that is not read.
  init(_ file: [UInt8], name: String?, _ operation: String) throws(MediaError) {
    (self.name, self.operation) = (name, operation)
    bytes = .allocate(capacity: file.count)
    _ = bytes.initialize(from: file)
    var message = [CChar](repeating: 0, count: 256)
    var info = TIFFPictureInfo()
    guard let picture = tiff_picture_open(bytes.baseAddress, bytes.count, &info, &message, message.count) else {
      bytes.deallocate()
      throw MediaError(operation, reason: Self.text(message), file: name)
    }
    (self.picture, self.info) = (picture, info)
  }

  deinit {
    tiff_picture_close(picture)
    bytes.deallocate()
  }

  /// In pixels of the file, before it is upright.
  var width: Int { Int(info.width) }
  var height: Int { Int(info.height) }
  /// As EXIF numbers it.
  var orientation: Int { Int(info.orientation) }

  var components: ColorSource.Components { info.components == 1 ? .gray : info.components == 4 ? .inks : .color }

  /// Nil without a profile.
  var source: ColorSource? {
    info.profile.map { .profile([UInt8](UnsafeBufferPointer(start: $0, count: info.profile_size))) }
  }

  /// Decodes the picture and passes it as red, green, blue and straight alpha, of 8 bits or of 16; of inks as these four, of 8.
  func decode(_ body: (UnsafeMutablePointer<AVFrame>) throws(MediaError) -> Void) throws(MediaError) {
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    guard let frame else { throw LibAV.outOfMemory(operation) }
    let isDeep = info.component_size == 2
    frame.pointee.format = (isDeep ? AV_PIX_FMT_RGBA64LE : AV_PIX_FMT_RGBA).rawValue
    (frame.pointee.width, frame.pointee.height) = (Int32(width), Int32(height))
    try LibAV.check(av_frame_get_buffer(frame, 0), operation, file: name)
    var message = [CChar](repeating: 0, count: 256)
    guard
      tiff_picture_read(
        picture, frame.pointee.data.0, Int(frame.pointee.linesize.0), &message, message.count)
    else { throw MediaError(operation, reason: "it is damaged or cut off", file: name, log: Self.text(message)) }
    try body(frame)
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
