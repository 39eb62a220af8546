import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Finds the libraries of stage modules and registers what they offer.
///
/// Libraries next to this program, or below the prefix it was installed to, are its own and loaded as they are. Those
/// in folders that the user allows are first tried in another process, once for each file.
struct StageLoading {
  private(set) var registry = StageRegistry()
  /// A line for each library that could not be used, or not wholly.
  private(set) var problems: [String] = []
  /// A line for each mistake in the definition of a foreign stage that jobs would suffer from.
  private(set) var mistakes: [String] = []
  /// The library that each stage came from, by the stage's name.
  private(set) var origins: [String: String] = [:]
  private var seen: Set<String> = []

  /// Loads everything there is.
  init() {
    for folder in PluginFolders.own { load(PluginLibrary.all(in: folder), areOwn: true) { _ throws(PluginRefusal) in } }
    for folder in PluginFolders.allowed {
      if FileSystem.exists(folder), !FileSystem.isFolder(folder) {
        problems.append("\(folder): is not a folder; \(PluginFolders.variable) names the folders of libraries")
      }
      load(PluginLibrary.all(in: folder)) { library throws(PluginRefusal) in
        try library.checkMarks()
        try PluginProbe(library).pass()
      }
    }
  }

  /// Every stage that could be loaded; the others are reported on standard error.
  static func registry() -> StageRegistry { reported().registry }

  /// All libraries; those that could not be loaded are reported on standard error.
  static func reported() -> StageLoading {
    let loading = StageLoading()
    for problem in loading.problems + loading.mistakes {
      Terminal.error("warning: \(problem)".escapingControlCharacters)
    }
    return loading
  }

  /// The names of stages whose libraries did not come with the program.
  var foreignStages: Set<String> {
    let own = Set(PluginFolders.own.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
    return Set(
      origins.filter { origin in
        !own.contains(URL(fileURLWithPath: origin.value).deletingLastPathComponent().standardizedFileURL.path)
      }.keys)
  }

  private mutating func load(
    _ libraries: [PluginLibrary], areOwn: Bool = false, unless check: (PluginLibrary) throws(PluginRefusal) -> Void
  ) {
    for library in libraries where seen.insert(Self.identity(library.path)).inserted {
      do throws(PluginRefusal) {
        try check(library)
        let stages = try library.load()
        if stages.isEmpty { throw .offersNothing(library.path) }
        registry.modules.append(library.module)
        for stage in stages {
          register(stage, from: library)
          // Tests check the definitions of the program's own stages.
          if !areOwn {
            let name = stage.definition.name
            mistakes += stage.mistakes.map { "\(library.path): stage '\(name)': \($0)" }
          }
        }
      } catch {
        problems.append("\(error)")
      }
    }
  }

  private mutating func register(_ stage: any Stage.Type, from library: PluginLibrary) {
    let name = stage.definition.name
    if registry.register(stage) {
      origins[name] = library.path
    } else {
      problems.append("\(PluginRefusal.nameTaken(library.path, stage: name, by: origins[name] ?? "another library"))")
    }
  }

  /// One file is one library, however it is reached.
  private static func identity(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}
