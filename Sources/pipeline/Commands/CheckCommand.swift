import Files
import Formats
import Reporting
import Sound
import Video

/// `pipeline check`.
enum CheckCommand {
  static let specification = CommandSpecification(
    name: "check", operands: "FILE…", operandCount: 1...100_000,
    summary: "Judge movies, pictures and sound, of any program.",
    details: """
      Each file is read and decoded to its end, and judged: its structure, color tags, times, groups of pictures, how the
      picture changes where groups meet, alpha, and with --for the rules of the place that it goes to. Of sound it judges
      where it begins and ends, true peaks, clipping, silence and clicks, and prints how loud it is.

      Exit code: 0 nothing is wrong; 2 there is no such file; 3 something is wrong.
      """,
    options: [
      .init(
        "for", "PLACE",
        "Also judge by the rules of a place: \(DeliveryProfile.all.map(\.name).joined(separator: ", ")).")
    ], loadsStages: false, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let profile = try arguments.string("for").map(profile)
    var code = ExitCode.success
    for file in arguments.operands {
      let name = file.escapingControlCharacters
      do {
        _ = try RegularFile(file)
        let (findings, description) = try judge(file, for: profile)
        Terminal.print("\(name): \(findings.isEmpty ? "fine, " : "")\(description)")
        for finding in findings { Terminal.print("  \(finding)") }
        if !findings.isEmpty, code == .success { code = .differs }
      } catch let error as FileError {
        Terminal.error(error.message)
        code = .badInput
      } catch {
        // A file that is no movie, or a part of one, is a finding.
        Terminal.error("\(error)")
        if code == .success { code = .differs }
      }
    }
    return code
  }

  /// The faults and the description of a file.
  private static func judge(
    _ file: String, for profile: DeliveryProfile?
  ) throws -> (findings: [String], description: String) {
    let sound = try SoundProbe(file)
    if let sound, !sound.hasPictures {
      var facts = DeliveryFacts()
      facts.ending = file.split(separator: ".").last?.lowercased()
      sound.describe(in: &facts)
      let faults = profile.map { profile in profile.faults(of: facts).map { "\(profile.place): \($0)" } } ?? []
      return (
        SoundJudge.findings(of: sound) + faults,
        SoundJudge.description(of: sound) + ", " + Format.seconds(sound.duration)
      )
    }
    var probe = try MediaProbe(file)
    sound?.describe(in: &probe.facts)
    let pictures = (start: probe.times.first ?? 0, end: (probe.times.first ?? 0) + (probe.facts.seconds ?? 0))
    return (
      MediaJudge.findings(of: probe, for: profile)
        + (sound.map { SoundJudge.findings(of: $0, beside: probe.facts.seconds == nil ? nil : pictures) } ?? []),
      description(probe) + (sound.map { ", " + SoundJudge.description(of: $0) } ?? "")
    )
  }

  private static func profile(_ name: String) throws -> DeliveryProfile {
    if let profile = DeliveryProfile.named(name) { return profile }
    throw UsageError.badValue(
      option: "for", value: name, expected: "one of \(DeliveryProfile.all.map(\.name).joined(separator: ", "))")
  }

  /// Such as `h264 (High, yuv420p) 1080x1920, 60 fps, 12.00 s, 720 frames in 6 groups, 8.2 Mb/s`.
  private static func description(_ probe: MediaProbe) -> String {
    let facts = probe.facts
    let light = [facts.hdr.map { "HDR (\($0))" }, facts.isFullRange == true ? "full range" : nil]
    let kind = ([facts.codecProfile, facts.pixelFormat] + light).compactMap { $0 }.joined(separator: ", ")
    let turn = probe.turn.map { " (\(probe.stored.width)x\(probe.stored.height) \($0))" } ?? ""
    var parts = ["\(facts.codec ?? "unknown") (\(kind)) \(facts.width ?? 0)x\(facts.height ?? 0)\(turn)"]
    if probe.times.count > 1, let rate = facts.framesPerSecond { parts.append("\((rate * 1000).rounded() / 1000) fps") }
    if probe.times.count > 1, let seconds = facts.seconds { parts.append(Format.seconds(seconds)) }
    let groups = probe.keyFrames.count
    parts.append(
      Format.count(probe.times.count, "frame")
        + (groups < probe.times.count ? " in \(Format.count(groups, "group"))" : "")
    )
    if probe.times.count > 1, let rate = facts.megabitsPerSecond {
      parts.append("\((rate * 100).rounded() / 100) Mb/s")
    }
    return parts.joined(separator: ", ")
  }
}
