import Coding

/// Everything besides the jobs that determines the bytes of a video: equal identities give equal bytes.
///
/// As JSON it is `{ "digest": "…", "parts": { "program": "…", … } }`.
public struct MachineIdentity: Hashable, Sendable {
  /// The digest of each part by its name, such as `program`, `fonts` or `libx264`.
  public let parts: [String: String]

  public init(parts: [String: String]) { self.parts = parts }

  /// The digest of all parts.
  public var digest: String {
    Digest { hasher in
      for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
        hasher.combine(name)
        hasher.combine(part)
      }
    }.description
  }

  /// A part that two identities do not share.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    public let part: String
    /// The digest in this identity; nil where it lacks the part.
    public let here: String?
    /// The digest in the other one; nil where it lacks the part.
    public let there: String?

    /// `fonts: 0f3a9c41 here, 77d20b6e there`, or `StageKit: missing there`.
    public var description: String {
      guard let here else { return "\(part): missing here" }
      guard let there else { return "\(part): missing there" }
      return "\(part): \(here.prefix(8)) here, \(there.prefix(8)) there"
    }
  }

  /// The parts that differ, by name.
  public func differences(from other: MachineIdentity) -> [Difference] {
    Set(parts.keys).union(other.parts.keys).sorted().compactMap { part in
      let (here, there) = (parts[part], other.parts[part])
      return here == there ? nil : Difference(part: part, here: here, there: there)
    }
  }

  /// Throws what differs from the identity that is required, such as that of the machine that submitted the jobs.
  public func check(against required: MachineIdentity) throws(MachineMismatch) {
    let differences = differences(from: required)
    if !differences.isEmpty { throw MachineMismatch(differences: differences) }
  }
}

/// Two machines whose videos could differ.
public struct MachineMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  public let differences: [MachineIdentity.Difference]

  /// A line for each part, and a hint.
  public var description: String {
    let lines = differences.map { "  \($0)" }
    return (["this machine would not give the same bytes, since these differ:"] + lines + [hint])
      .joined(separator: "\n")
  }

  private var hint: String {
    differences.map(\.part) == [MachineIdentity.mathematics]
      ? "Its processor or its C library rounds otherwise. Use processors of one kind, and the same bundle on all."
      : "Run the same bundle on all machines; Scripts/bundle makes one."
  }
}

extension MachineIdentity: Codable {
  private enum CodingKeys: String, CodingKey { case digest, parts }

  public init(from decoder: any Decoder) throws {
    parts = try decoder.container(keyedBy: CodingKeys.self).decode([String: String].self, forKey: .parts)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(digest, forKey: .digest)
    try container.encode(parts, forKey: .parts)
  }
}
