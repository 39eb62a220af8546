extension ReaderContext {
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
    return (String(parts[0]), String(parts[1]))
  }

  /// The id of one of the job's sounds, which may not exist.
  func track(_ found: ResolvedValue, _ path: JobPath) -> TrackReference? {
    guard let id = string(found, path, expected: "the id of one of the job's sounds as a string") else { return nil }
    return TrackReference(id: id, position: found.position, path: path.text)
  }
}
