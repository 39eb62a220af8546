import StageKit

/// The file format of an entry: a signature, its key, its content with the length before it, and a digest of all these.
enum EntryFormat {
  private static let signature = "pipeent1"
  private static let headerSize = 8 + 16 + 8
  private static let checksumSize = 16
  /// In bytes; larger content is not stored.
  static let maxContentSize = 256 << 20

  static func bytes(_ content: [UInt8], key: Digest) -> [UInt8] {
    var writer = BinaryWriter(signature: signature, capacity: headerSize + content.count + checksumSize)
    writer.write(key)
    writer.write(content)
    return writer.sealed()
  }

  /// A file's bytes; nil unless it is as long as its header says, so that no more is read than was written.
  ///
  /// `size` is the file's; `next` reads `count` bytes, or fewer at the end.
  static func read(size fileSize: Int, _ next: (_ count: Int) throws -> [UInt8]) rethrows -> [UInt8]? {
    let header = try next(headerSize)
    guard header.count == headerSize else { return nil }
    var reader = BinaryReader([UInt8](header.suffix(8)))
    guard let size = try? reader.word(), size <= maxContentSize, fileSize == headerSize + Int(size) + checksumSize
    else { return nil }
    return header + (try next(Int(size) + checksumSize))
  }

  /// The content; nil unless every byte is as `bytes` returned it for this key.
  static func content(_ bytes: [UInt8], key: Digest) -> [UInt8]? {
    guard var reader = try? BinaryReader(sealed: bytes, signature: signature),
      let found = try? Digest(from: &reader), found == key, let content = try? reader.byteArray(), reader.isAtEnd
    else { return nil }
    return content
  }
}
