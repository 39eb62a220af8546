import Files
import Formats
import Foundation
import Rendering
import Reporting
import StageKit
import Store
import Text
import Video

/// `pipeline doctor`.
enum DoctorCommand {
  static let specification = CommandSpecification(
    name: "doctor", operands: "", operandCount: 0...0,
    summary: "Look over this machine: encoders, fonts, stages and the cache, and how to get what is missing.",
    details: """
      The exit code is 1 if something is missing that jobs of some format need. Fonts that some scripts need are
      mentioned alone.
      """,
    options: [StoreOptions.folder, StoreOptions.deadline], run: run)

  /// Something that was looked at: what it is, what was found, and how to mend it where it is missing.
  private struct Finding {
    let name: String
    let text: String
    var remedy: String?
    /// True where jobs fail without it.
    var isNeeded = false
  }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let loading = StageLoading()
    let findings =
      [program, system] + encoders + pictures + fonts + stages(loading) + [try cache(arguments), identity]
    Terminal.print(
      TextTable.list(findings.map { ($0.name, $0.text + ($0.remedy.map { " \($0)" } ?? "")) }), terminator: "")
    return findings.contains { $0.isNeeded && $0.remedy != nil } ? .renderFailed : .success
  }

  private static var program: Finding {
    Finding(name: "program", text: "pipeline \(pipelineVersion) (\(StageABI.program)), libav \(LibraryReport.version)")
  }

  private static var system: Finding {
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
      .map { String($0.dropFirst("PRETTY_NAME=".count)).replacing("\"", with: "") }
    let info = ProcessInfo.processInfo
    return Finding(
      name: "system",
      text: "\(name ?? info.operatingSystemVersionString), \(Format.count(info.activeProcessorCount, "core")), "
        + "\(Format.bytes(Int(clamping: info.physicalMemory))) of memory")
  }

  // MARK: Encoders

  /// Those that are there in one line, and one for each that is missing.
  private static var encoders: [Finding] {
    let video = Codecs.all.map { codec in
      (codec.name, codec.encoder(ParameterValues(), codec.pixelFormats[0], at: .sixty).encoder)
    }
    let all = video + SoundCodec.all.map { ($0.name, $0.encoder) }
    let missing = all.filter { !$0.1.isEmpty && !LibraryReport.hasEncoder($0.1) }
    let names = all.map(\.0).filter { name in !missing.contains { $0.0 == name } }
    return [Finding(name: "formats", text: names.joined(separator: ", "))]
      + missing.map { name, encoder in
        Finding(
          name: name, text: "libav has no encoder '\(encoder)'.",
          remedy: "Install a libavcodec that has it: of Debian and Ubuntu, libavcodec-extra.", isNeeded: true)
      }
  }

  /// Pictures that cannot be read.
  private static var pictures: [Finding] {
    PictureDecoders.missing.map { format, package in
      Finding(
        name: "pictures", text: "libheif has no decoder for \(format).", remedy: "Install \(package).", isNeeded: true)
    }
  }

  // MARK: Fonts

  /// A letter of a script, and the package of Debian whose fonts have it.
  private static let scripts: [(script: String, letter: String, package: String)] = [
    ("Arabic", "ع", "fonts-noto-core"), ("Hebrew", "א", "fonts-noto-core"), ("Hindi", "अ", "fonts-noto-core"),
    ("Thai", "ก", "fonts-noto-core"), ("Chinese", "永", "fonts-noto-cjk"), ("Japanese", "あ", "fonts-noto-cjk"),
    ("Korean", "한", "fonts-noto-cjk"), ("emoji", "😀", "fonts-noto-color-emoji"),
  ]

  private static var fonts: [Finding] {
    let engine = TextEngine()
    var missing: [String: [String]] = [:]
    for (script, letter, package) in scripts {
      let request = TextRequest(letter, style: TextStyle(size: 20), allowsColor: true)
      if (try? engine.layout(request).missing.isEmpty) != true { missing[package, default: []].append(script) }
    }
    let there = scripts.map(\.script).filter { script in !missing.values.joined().contains(script) }
    return [Finding(name: "fonts", text: (["Latin, Greek and Cyrillic"] + there).joined(separator: ", "))]
      + missing.sorted { $0.key < $1.key }.map { package, scripts in
        Finding(
          name: "fonts", text: "none for \(scripts.joined(separator: ", ")).",
          remedy: "Install some, such as Debian's \(package), or list files under \"fonts\".")
      }
  }

  // MARK: Stages and the cache

  private static func stages(_ loading: StageLoading) -> [Finding] {
    let folders = (PluginFolders.own + PluginFolders.allowed).filter { !PluginLibrary.all(in: $0).isEmpty }.joined(
      separator: ", ")
    let count = loading.registry.definitions.count
    return [
      Finding(
        name: "stages", text: count == 0 ? "none." : "\(count), from \(folders)",
        remedy: count == 0 ? "Their libraries belong next to the program, or into ../lib/pipeline." : nil,
        isNeeded: true)
    ] + loading.problems.map { Finding(name: "stages", text: "\($0).", remedy: "Build it anew.", isNeeded: true) }
      + loading.mistakes.map { Finding(name: "stages", text: "\($0).", remedy: "Correct the stage's declaration.") }
  }

  private static func cache(_ arguments: ParsedArguments) throws -> Finding {
    let store = try StoreOptions.store(arguments)
    var stats = statvfs()
    var folder = store.folder
    while !FileManager.default.fileExists(atPath: folder), folder != "/" {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
    let free = statvfs(folder, &stats) == 0 ? Int(stats.f_bavail) * Int(stats.f_frsize) : nil
    let isWritable = access(folder, W_OK) == 0 && free != 0
    let status = store.status()
    return Finding(
      name: "cache",
      text:
        "\(store.folder), \(status.entries) \(status.entries == 1 ? "entry" : "entries") of \(Format.bytes(status.bytes))"
        + (free.map { ", \(Format.bytes($0)) free" } ?? "") + (isWritable ? "" : ". It cannot be written."),
      remedy: isWritable ? nil : "Name another folder: --cache DIR, or XDG_CACHE_HOME.", isNeeded: true)
  }

  private static var identity: Finding {
    Finding(name: "identity", text: "\(MachineIdentity.current().digest), as 'pipeline identity' has it in parts")
  }
}
