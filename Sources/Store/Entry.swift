import StageKit

/// How an entry stands in its file: a signature, its key, the count of its bytes, these, and a digest of all before.
enum Entry {
  private static let signature = Array("pipeent1".utf8)
  private static let headSize = 8 + 16 + 8
  private static let tailSize = 16

  static func bytes(_ content: [UInt8], key: Digest) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headSize + content.count + tailSize)
    bytes += signature
    bytes += littleEndian([key.high, key.low, UInt64(content.count)])
    bytes += content
    let digest = Digest { $0.combine(wordsOf: bytes.span) }
    return bytes + littleEndian([digest.high, digest.low])
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
