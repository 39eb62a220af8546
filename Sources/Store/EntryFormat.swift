import Files
import Foundation
import StageKit

/// How an entry stands in its file: a signature, its key, the count of its bytes, these, and a digest of all before.
enum EntryFormat {
  private static let signature = Array("pipeent1".utf8)
  private static let headSize = 8 + 16 + 8
  private static let tailSize = 16
  /// The most bytes that are kept under a key; more are made anew each time.
  static let maxContentSize = 256 << 20

  static func bytes(_ content: [UInt8], key: Digest) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headSize + content.count + tailSize)
    bytes += signature
    bytes += littleEndian([key.high, key.low, UInt64(content.count)])
    bytes += content
    let digest = Digest { $0.combine(wordsOf: bytes.span) }
    return bytes + littleEndian([digest.high, digest.low])
  }

  /// A file's bytes; nil where it is not as long as its head says, so that no more is read than was once written.
  static func read(_ file: RegularFile) -> [UInt8]? {
    guard let head = try? file.handle.read(upToCount: headSize), head.count == headSize
    else { return nil }
    let count = head.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(maxContentSize), file.size == Int(count) + headSize + tailSize,
      let rest = try? file.handle.read(upToCount: Int(count) + tailSize)
    else { return nil }
    return [UInt8](head + rest)
  }

  /// Nil unless every byte is as `bytes` gave it for this key.
  static func content(_ bytes: [UInt8], key: Digest) -> [UInt8]? {
    guard bytes.count >= headSize + tailSize else { return nil }
    let end = bytes.count - tailSize
    let digest = Digest { $0.combine(wordsOf: bytes.span.extracting(droppingLast: tailSize)) }
    let head = signature + littleEndian([key.high, key.low, UInt64(end - headSize)])
    guard Array(bytes[end...]) == littleEndian([digest.high, digest.low]), bytes.starts(with: head) else { return nil }
    return Array(bytes[headSize..<end])
  }

  private static func littleEndian(_ values: [UInt64]) -> [UInt8] {
    values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }
}
