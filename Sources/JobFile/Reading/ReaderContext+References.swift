import Reporting

extension ReaderContext {
  /// An id that none before has; `positions` are those of the ids so far.
  func id(_ found: ResolvedValue, _ path: JobPath, _ positions: inout [String: SourcePosition]) -> String? {
    guard let id = string(found, path, expected: "an id as a string") else { return nil }
    guard !id.isEmpty, id.utf8.allSatisfy(StageReader.isIDCharacter) else {
      report(
        found, path, id.isEmpty ? "the id is empty" : "'\(id)' is not a valid id",
        hint: "Ids consist of letters, digits, '-' and '_'.")
      return nil
    }
    if id.utf8.count > JobLimits.nameLength {
      report(found, path, "the id has \(id.utf8.count) bytes, more than \(JobLimits.nameLength)", code: .limit)
      return nil
    }
    if let first = positions[ownID(id)] {
      report(found, path, "the id '\(id)' is used twice", hint: "It was first used at \(first).")
      return nil
    }
    let own = ownID(id)
    positions[own] = found.position
    return own
  }

  /// The two names of `stage.output` or `stage.moment`.
  func reference(
    _ found: ResolvedValue, _ path: JobPath, expected: String, part: String
  ) -> (stage: String, name: String)? {
    guard let text = string(found, path, expected: expected) else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(StageReader.isIDCharacter) }) else {
      report(
        found, path, "expected \(expected), found '\(text)'", hint: "It is a stage's id and \(part) of that stage.")
      return nil
    }
    return (ownID(String(parts[0])), String(parts[1]))
  }

  /// The id of a stage as the copy has it that is being read: another than in the file for those in it.
  func ownID(_ id: String) -> String { copy?.ids[id] ?? id }

  /// The id of one of the job's sounds, which may not exist.
  func track(_ found: ResolvedValue, _ path: JobPath) -> TrackReference? {
    guard let id = string(found, path, expected: "the id of one of the job's sounds as a string") else { return nil }
    return TrackReference(id: id, position: found.position, path: path.text)
  }
}
