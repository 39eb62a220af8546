import StageKit

extension Digest {
  /// Sixteen hexadecimal digits.
  static func short(_ body: (inout DigestHasher) -> Void) -> String { String(Digest(body).description.prefix(16)) }
}
