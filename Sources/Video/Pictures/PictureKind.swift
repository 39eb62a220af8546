import Foundation

/// True where a file begins as one of a picture that is read.
public func isPicture(_ bytes: [UInt8]) -> Bool { PictureKind(bytes) != nil }

/// The format of a picture's file, by its first bytes.
enum PictureKind {
  case png, jpeg, webP, heif, tiff, jpegXL

  /// Nil for formats that are not read.
  init?(_ bytes: [UInt8]) {
    func starts(_ text: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: text) }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else if starts(Array("II".utf8) + [42, 0]) || starts(Array("MM".utf8) + [0, 42])
      || starts(Array("II".utf8) + [43, 0]) || starts(Array("MM".utf8) + [0, 43])
    {
      self = .tiff
    } else if starts([0xFF, 0x0A]) || starts([0, 0, 0, 12] + Array("JXL ".utf8)) {
      self = .jpegXL
    } else if heifName(of: bytes) != nil {
      self = .heif
    } else {
      return nil
    }
  }

  /// True where what the file says of its colors may lie anywhere in it, not only in `PictureTraits.headSize` bytes.
  var isScattered: Bool { self == .heif || self == .tiff }
}

/// The name of a format of pictures that is not read, such as `a BMP picture`, by the first bytes of a file; nil for all others.
func unreadPictureFormat(of bytes: [UInt8]) -> String? {
  let known: [(start: [UInt8], name: String)] = [
    (Array("GIF8".utf8), "a GIF"), (Array("BM".utf8), "a BMP picture"),
    ([0, 0, 0, 12] + Array("jP  ".utf8), "a JPEG 2000 picture"), (Array("8BPS".utf8), "a Photoshop file"),
    (Array("%PDF".utf8), "a PDF file"),
  ]
  return known.first { bytes.starts(with: $0.start) }?.name
}

/// `an AVIF picture` or `a HEIC picture` for the first bytes of a file of that kind, still or animated (ISO/IEC 23008-12,
/// 10), whose turns and mirrors (`irot`, `imir`), tiles and alpha libav does not apply; nil for movies and all others.
func heifName(of bytes: [UInt8]) -> String? {
  guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
  let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
  let end = min(size, bytes.count)
  let brands = [8..<12] + stride(from: 16, to: end - 3, by: 4).map { $0..<$0 + 4 }
  let names = brands.map { String(decoding: bytes[$0], as: UTF8.self) }
  let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
  let avif: Set<String> = ["avif", "avis"]
  guard heic.contains(names[0]) || avif.contains(names[0]) || ["mif1", "mif2", "msf1"].contains(names[0]) else {
    return nil
  }
  return names.contains(where: avif.contains) ? "an AVIF picture" : "a HEIC picture"
}

/// True for the first bytes of an AVIF file with an animation (AV1 Image File Format, 6.3).
func isAVIFSequence(_ bytes: [UInt8]) -> Bool {
  bytes.count >= 12 && bytes[4..<8].elementsEqual("ftyp".utf8) && bytes[8..<12].elementsEqual("avis".utf8)
}

/// The first bytes of a file; nil where it cannot be read.
func fileHead(at path: String) -> [UInt8]? {
  guard let file = FileHandle(forReadingAtPath: path) else { return nil }
  defer { try? file.close() }
  return ((try? file.read(upToCount: 256)) ?? nil).map { [UInt8]($0) }
}
