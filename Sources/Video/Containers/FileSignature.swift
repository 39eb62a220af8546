import Files
import Formats
import Foundation

/// The program's name in every file that it writes: it replaces only files with this signature.
public enum FileSignature {
  static let program = "pipeline"

  /// True if what is at a path is a file that an output of this container made; false for links. Reads a few hundred
  /// bytes.
  public static func isOwn(_ path: String, _ container: Container) -> Bool {
    switch container.family {
    case .baseMedia: isOwnBaseMedia(at: path, container == .mov ? movItem : mp4Item)
    case .matroska: begins(path, with: matroskaTag, within: 4096)
    case .pictures: isOwnPicture(at: path, container)
    }
  }

  /// True if what is at a path is a file of sound that this program made; false for links.
  public static func isOwn(_ path: String, _ container: SoundContainer) -> Bool {
    container == .wav ? begins(path, with: wavItem, within: 512) : isOwnBaseMedia(at: path, mp4Item)
  }

  /// The item "comments" of a WAV file's list of metadata, before its samples.
  private static let wavItem = Array("ICMT".utf8) + [UInt8(program.utf8.count + 1), 0, 0, 0] + Array(program.utf8)

  private static func isOwnPicture(at path: String, _ container: Container) -> Bool {
    switch container.ending {
    case "gif": begins(path, with: gif, within: 1024)
    case "apng": begins(path, with: png, within: 1024)
    case "webp": ends(path, with: webp)
    case "avif": ends(path, with: avif)
    case "jpg": begins(path, with: jpeg, within: 64)
    default: isOwnPicture(at: path)
    }
  }

  // MARK: PNG

  /// The chunk "Software": length, type, text and checksum.
  static let png: [UInt8] =
    [0, 0, 0, 17] + Array("tEXtSoftware".utf8) + [0] + Array(program.utf8) + [0x30, 0x66, 0xDA, 0xE7]

  /// The offset of the chunk: after PNG's own signature and the header.
  private static let pngOffset = 33

  /// A PNG file's bytes with the program's signature.
  static func signed(png bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.insert(contentsOf: png, at: min(pngOffset, bytes.count))
    return bytes
  }

  /// True if what is at a path is a PNG file that this program made; false for links.
  public static func isOwnPicture(at path: String) -> Bool {
    guard let file = (try? RegularFile(path, followingLinks: false))?.handle,
      let bytes = try? file.read(upToCount: pngOffset + png.count)
    else {
      return false
    }
    return bytes.dropFirst(pngOffset).elementsEqual(png)
  }

  /// A picture's bytes as a codec of pictures, one a frame, gives them, with the program's signature.
  static func signed(_ bytes: [UInt8], _ codec: String) -> [UInt8] {
    guard codec == "jpeg" else { return signed(png: bytes) }
    var bytes = bytes
    bytes.insert(contentsOf: jpeg, at: min(jpegOffset, bytes.count))
    return bytes
  }

  // MARK: JPEG

  /// A comment.
  static let jpeg = [0xFF, 0xFE, 0, UInt8(2 + program.utf8.count)] + Array(program.utf8)

  /// The offset of the comment: after the start and JFIF's own segment.
  private static let jpegOffset = 20

  // MARK: Indexes

  /// The first bytes of the index of a sheet of sprites.
  static let index = "{\n  \"generator\": \"\(program)\","

  /// True if what is at a path is the index of a sheet that this program wrote; false for links.
  public static func isOwnIndex(_ path: String) -> Bool { begins(path, with: Array(index.utf8), within: 64) }

  // MARK: GIF

  /// A comment extension; follows the palette and the number of repeats.
  static let gif: [UInt8] = [0x21, 0xFE, UInt8(program.utf8.count)] + Array(program.utf8) + [0]

  // MARK: WebP

  /// XMP, as the file's last chunk: what made it, in the namespace of basic properties. An even number of bytes, which is
  /// stored without padding.
  static let webp = Array(
    (#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
      + #"<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="\#(program)"/></rdf:RDF>"#
      + "</x:xmpmeta> ").utf8)

  // MARK: AVIF

  /// A box of free space (ISO/IEC 14496-12, 8.1.2) at the end.
  static let avif = [0, 0, 0, UInt8(8 + program.utf8.count)] + Array("free".utf8) + Array(program.utf8)

  /// True if a file's last bytes are a signature.
  private static func ends(_ path: String, with signature: [UInt8]) -> Bool {
    guard let file = (try? RegularFile(path, followingLinks: false))?.handle, let end = try? file.seekToEnd(),
      end > signature.count, (try? file.seek(toOffset: end - UInt64(signature.count))) != nil
    else { return false }
    return (try? file.read(upToCount: signature.count)) == Data(signature)
  }

  /// True if the first bytes of a file contain a signature.
  private static func begins(_ path: String, with signature: [UInt8], within count: Int) -> Bool {
    guard let file = (try? RegularFile(path, followingLinks: false))?.handle,
      let bytes = try? file.read(upToCount: count)
    else { return false }
    return bytes.range(of: Data(signature)) != nil
  }

  // MARK: Movies

  /// The item "encoding tool" of the list of metadata at the end of an MP4 file's index.
  private static let mp4Item: [UInt8] =
    [0xA9] + Array("too".utf8) + [0, 0, 0, UInt8(16 + program.utf8.count)] + Array("data".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 0] + Array(program.utf8)

  /// The item "maker" of the metadata at the end of a QuickTime movie's index, in no particular language.
  private static let movItem: [UInt8] =
    [0xA9] + Array("mak".utf8) + [0, UInt8(program.utf8.count), 0x55, 0xC4] + Array(program.utf8)

  private static func isOwnBaseMedia(at path: String, _ item: [UInt8]) -> Bool {
    guard let file = (try? RegularFile(path, followingLinks: false))?.handle,
      let boxes = try? topLevelBoxes(in: file, named: path),
      let index = boxes.first(where: { $0.type == "moov" })
    else { return false }
    let count = min(index.size, 512)
    guard (try? file.seek(toOffset: index.offset + index.size - count)) != nil,
      let bytes = try? file.read(upToCount: Int(count))
    else { return false }
    return bytes.range(of: Data(item)) != nil
  }

  /// The tag "ENCODED_BY" (RFC 9559, 5.1.8.1.2): name and text, near the file's start.
  private static let matroskaTag: [UInt8] =
    [0x45, 0xA3, 0x8A] + Array("ENCODED_BY".utf8) + [0x44, 0x87, 0x80 | UInt8(program.utf8.count)] + Array(program.utf8)

}
