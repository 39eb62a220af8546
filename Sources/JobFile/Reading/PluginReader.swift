import StageKit

/// Checks that the stage modules that a job needs are loaded.
///
/// A job only names them: the user decides which folders they are loaded from, so that opening a job never runs code.
struct PluginReader {
  let context: ReaderContext
  /// The loaded modules.
  let modules: [String]

  func check(_ job: DeclaredReader<RootObject>) {
    for case (let found, let path)? in job.items(\.$plugins) ?? [] {
      guard let name = context.string(found, path, expected: "a stage module's name") else { continue }
      check(name, found, path)
    }
  }

  private func check(_ name: String, _ found: ResolvedValue, _ path: JobPath) {
    guard Self.isName(name) else {
      context.report(
        found, path, "'\(name)' is not a module name",
        hint: "Name a module, such as RadarSweep, not a file. Its library must be in a folder of --plugins DIR, "
          + "PIPELINE_PLUGINS or ~/.local/share/pipeline/plugins.")
      return
    }
    if modules.contains(name) { return }
    let meant = { spellingSuggestion(for: name, among: modules).map { "Did you mean '\($0)'? " } ?? "" }
    context.report(
      found, path, "there is no stage module '\(name)'",
      hint: meant() + "Its library lib\(name)Stage.so must be in a folder of --plugins DIR, PIPELINE_PLUGINS or "
        + "~/.local/share/pipeline/plugins.")
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return text.utf8.allSatisfy { StageReader.isIDCharacter($0) && $0 != UInt8(ascii: "-") }
  }
}
