import Files
import Foundation

/// The results of earlier runs, one JSON object a line: the date, the commit, and each job's status.
public struct NightHistory: Sendable {
  public struct Night: Codable, Hashable, Sendable {
    public var date: String
    public var commit: String?
    public var jobs: [String: JobResult.Status]

    public init(_ run: RunDescription, _ results: [JobResult]) {
      date = run.date
      commit = run.commit
      jobs = Dictionary(results.map { ($0.name, $0.status) }, uniquingKeysWith: { first, _ in first })
    }
  }

  public let path: String

  public init(_ path: String) { self.path = path }

  /// All nights, the earliest first; lines that are none are left out.
  public var nights: [Night] {
    let lines = FileManager.default.contents(atPath: path)?.split(separator: UInt8(ascii: "\n")) ?? []
    return lines.compactMap { try? JSONDecoder().decode(Night.self, from: Data($0)) }
  }

  /// Adds a night after the others. Throws `FileError`.
  public func append(_ night: Night) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try FileSystem.createFolder((path as NSString).deletingLastPathComponent)
    let known = FileManager.default.contents(atPath: path) ?? Data()
    try AtomicFile.write(known + (try encoder.encode(night)) + Data("\n".utf8), to: path)
  }
}
