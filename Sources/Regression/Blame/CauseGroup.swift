import StageKit

/// Differences of several jobs with one cause.
public struct CauseGroup: Sendable, Hashable {
  /// Six hexadecimal digits that follow from what the causes have in common.
  public var id: String
  /// The common cause, in the words of the first job.
  public var text: String
  /// The names of the jobs, in order.
  public var jobs: [String]

  /// The groups of all results that differ, those with the most jobs first.
  public static func all(of results: [JobResult]) -> [CauseGroup] {
    var groups: [CauseGroup] = []
    var indexes: [String: Int] = [:]
    for result in results where result.status == .differs {
      for cause in result.causes {
        let id = cause.groupID
        let index = indexes[id, default: groups.count]
        if index == groups.count {
          groups.append(CauseGroup(id: id, text: cause.commonText, jobs: []))
          indexes[id] = index
        }
        if groups[index].jobs.last != result.name { groups[index].jobs.append(result.name) }
      }
    }
    return groups.enumerated().sorted { ($1.element.jobs.count, $0.offset) < ($0.element.jobs.count, $1.offset) }.map(
      \.element)
  }
}

extension Blame {
  /// Equal for causes that have one origin: an edit that several jobs have in common, or the code of a stage that changes the
  /// same of what it publishes.
  public var groupID: String {
    let digest = Digest { hasher in
      hasher.combine(kind.rawValue)
      hasher.combine(definition ?? "")
      if !isOfCode { hasher.combine(detail) }
      for name in changed { hasher.combine(name) }
    }
    return JobObserver.short(digest, digits: 6)
  }

  /// True if its origin is code, whose effects have other figures in each job.
  private var isOfCode: Bool {
    switch kind {
    case .values, .drawing, .rasterizer, .encoder, .nondeterminism: true
    case .video, .stages, .parameters, .connections, .order, .fonts, .sound, .subtitles, .encoding, .file: false
    }
  }

  /// Without what is of one job alone.
  fileprivate var commonText: String {
    switch kind {
    case .values: "\(definition.map { "'\($0)'" } ?? "a stage") publishes other values, such as \(detail)"
    case .drawing: "\(definition.map { "'\($0)'" } ?? "a stage") draws something else from equal values"
    default: (definition.map { "'\($0)': " } ?? "") + detail
    }
  }
}
