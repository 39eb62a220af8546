import CSystem
import Files
import Foundation
import StageKit

/// A library `lib<Module>Stage.so` that should hold a module of stages.
struct PluginLibrary {
  let path: String
  /// The part of the name between `lib` and `Stage.so`.
  let module: String

  /// The libraries directly in a folder, by name; none where there is no such folder.
  static func all(in folder: String) -> [PluginLibrary] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasPrefix("lib"), name.hasSuffix("Stage.so") else { return nil }
      let module = String(name.dropFirst("lib".count).dropLast("Stage.so".count))
      return module.isEmpty ? nil : PluginLibrary(path: "\(folder)/\(name)", module: module)
    }
  }

  /// Refuses a file that holds no marks of StageKit, or those of other versions, without loading it.
  func checkMarks() throws(PluginRefusal) {
    let file: RegularFile
    do { file = try RegularFile(path) } catch { throw .unreadable(path, error.description) }
    guard file.size <= Self.maxSize else {
      throw .unreadable(path, "it has \(file.size) bytes, more than \(Self.maxSize)")
    }
    var kit = [0, 0, 0]
    var swift = [0, 0, 0]
    switch stage_library_versions(file.handle.fileDescriptor, "pipeline-stage-kit:", &kit, "pipeline-swift:", &swift) {
    case 1: break
    case 0: throw .noPlugin(path)
    default: throw .unreadable(path, "it changed while it was read")
    }
    try check(StageABI(stageKit: kit, swift: swift))
  }

  private func check(_ abi: StageABI) throws(PluginRefusal) {
    if abi != .program { throw .otherVersions(path, abi) }
  }

  /// The largest library that is examined, in bytes.
  static let maxSize = 256 << 20

  /// Loads the library and takes the stages that it offers.
  func load() throws(PluginRefusal) -> [any Stage.Type] {
    if let fault = stage_library_load(path) { throw .notLoadable(path, String(cString: fault)) }
    _ = StageModule.takeOffers()
    if stage_library_run(path, "pipeline_stages_\(module)") == 0 {
      throw .noFunction(path, "pipeline_stages_\(module)")
    }
    return StageModule.takeOffers()
  }
}

extension StageABI {
  /// The versions that this program was built with.
  static let program = StageABI(number: StageModule.abi)
}

/// Why a library is not used.
enum PluginRefusal: Error, CustomStringConvertible {
  case unreadable(String, String)
  case noPlugin(String)
  case otherVersions(String, StageABI)
  case notLoadable(String, String)
  case noFunction(String, String)
  case offersNothing(String)
  case nameTaken(String, stage: String, by: String)
  case crashed(String, how: String)
  case refused(String)

  var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): is not used: \(reason)"
    case .noPlugin(let path):
      "\(path): is no stage module: it holds no mark of StageKit. Build it from a package of 'pipeline new-stage', or move "
        + "it elsewhere."
    case .otherVersions(let path, let abi):
      "\(path): was built with \(abi), but this program with \(StageABI.program). "
        + Self.remedy(abi)
    case .notLoadable(let path, let reason):
      "\(path): cannot be loaded: \(Self.withoutPath(reason, path)). Build it again with "
        + "\(StageABI.program)."
    case .noFunction(let path, let name):
      "\(path): is no stage module: it has no function '\(name)'. Export it with @_cdecl(\"\(name)\"), or name the library "
        + "after its module."
    case .offersNothing(let path):
      "\(path): offers no stage. Call StageModule.offer(…) in its pipeline_stages function."
    case .nameTaken(let path, let stage, let owner):
      "\(path): its stage '\(stage)' is not used: that name belongs to \(owner) already. Rename it, or remove one library."
    case .crashed(let path, let how):
      "\(path): \(how) while registering its stages, so it is not used. It was built with "
        + "\(StageABI.program), as this program; see its pipeline_stages function, and the definitions and init() of its stages."
    case .refused(let line): line
    }
  }

  private static func remedy(_ abi: StageABI) -> String {
    abi.stageKit == StageABI.program.stageKit
      ? "Build it again with this program's Swift." : "Build it again with the StageKit of this program."
  }

  private static func withoutPath(_ reason: String, _ path: String) -> String {
    reason.hasPrefix(path + ": ") ? String(reason.dropFirst(path.count + 2)) : reason
  }
}
