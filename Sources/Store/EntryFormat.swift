import Files
import Foundation
import StageKit

/// The file format of an entry: a signature, its key, its content with the length before it, and a digest of all these.
enum EntryFormat {
  /// "pipeent1", little-endian.
  private static let signature: UInt64 = 0x3174_6E65_6570_6970
  private static let headerSize = 8 + 16 + 8
  private static let checksumSize = 16
  /// In bytes; larger content is not stored.
  static let maxContentSize = 256 << 20

  static func bytes(_ content: [UInt8], key: Digest) -> [UInt8] {
    var writer = BinaryWriter()
    for word in [signature, key.high, key.low] { writer.write(word) }
    writer.write(content)
    let digest = Digest { $0.combine(wordsOf: writer.bytes.span) }
    for word in [digest.high, digest.low] { writer.write(word) }
    return writer.bytes
  }

  /// A file's bytes; nil unless it is as long as its header says, so that no more is read than was written.
  static func read(_ file: RegularFile) -> [UInt8]? {
    guard let header = try? file.handle.read(upToCount: headerSize), header.count == headerSize else { return nil }
    let size = header.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard size <= maxContentSize, file.size == headerSize + Int(size) + checksumSize,
      let rest = try? file.handle.read(upToCount: Int(size) + checksumSize)
    else { return nil }
    return [UInt8](header + rest)
  }

  /// The content; nil unless every byte is as `bytes` returned it for this key.
  static func content(_ bytes: [UInt8], key: Digest) -> [UInt8]? {
    guard bytes.count >= headerSize + checksumSize else { return nil }
    let content = Array(bytes[headerSize..<bytes.count - checksumSize])
    return self.bytes(content, key: key) == bytes ? content : nil
  }
}
