import Foundation
import JobFile
import Rendering
import StageKit

/// The settings of `pipeline run`, resolved: what its command line asks for, and what a child is asked to render.
struct RunSettings: Codable, Equatable {
  /// The part of a run that a process does.
  enum Part: String, Codable {
    /// All of it, for the user.
    case whole
    /// One job file, for a parent that is sent its events.
    case job
    /// The plan of one job file, for a parent that is sent its warnings.
    case plan
  }

  /// The jobs that are rendered in processes of their own.
  enum Isolation: String, Codable { case foreign, all, none }

  var part = Part.whole
  /// Job files and folders.
  var paths: [String]
  /// The folder that the files were found in; nil where the user named them.
  var foundIn: String?
  var outputFolder: String
  var workers: Int
  var scale: Double
  var frames: ClosedRange<Int>?
  var isMuted: Bool
  var failFast: Bool
  var progress = RunCommand.ProgressKind.auto
  var explains: Bool
  var measuresTime: Bool
  var isDryRun: Bool
  var replacesForeignFiles: Bool
  /// In bytes; nil for what the machine has left.
  var memory: Int?
  /// True if numbers that are not finite fail a job.
  var isChecked: Bool
  var isolation: Isolation
  /// The file of the identity that this machine must have.
  var identity: String?
  var purpose: RunPurpose
  /// The submission's id as digits.
  var submission: String?
  var tries: Int
  var reusesFrames: Bool
  var store: StoreChoice?
  var policy: JobPolicy
  /// In seconds.
  var frameDeadline: Double

  /// Reads the options of `run`, but for the kind of progress. Throws `UsageError`.
  init(_ arguments: ParsedArguments) throws {
    paths = arguments.operands
    outputFolder = arguments.string("output") ?? "out"
    workers = try arguments.integer("workers", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
    scale = try arguments.number("scale", in: 0.01...16) ?? 1
    frames = try arguments.string("frames").map(RunCommand.frames)
    isMuted = arguments.has("mute")
    failFast = arguments.has("fail-fast")
    explains = arguments.has("explain")
    measuresTime = arguments.has("timings")
    isDryRun = arguments.has("dry-run")
    replacesForeignFiles = arguments.has("force")
    reusesFrames = !arguments.has("no-reuse")
    store = try StoreOptions.choice(arguments)
    memory = try ByteSize.option("max-memory", arguments)
    purpose = try ShareOptions.purpose(arguments)
    isChecked = arguments.has("checked")
    isolation = arguments.has("no-isolate") ? .none : arguments.has("isolate") ? .all : .foreign
    identity = arguments.string("identity")
    submission = arguments.string("submission")
    tries = try arguments.integer("tries", in: 1...100) ?? 1
    frameDeadline = try JobPolicyOptions.frameDeadline(arguments)
    policy = try JobPolicyOptions.policy(arguments)
  }

  /// The same for one job of the run, by its file and variant, in a process of its own.
  func alone(_ file: String, _ variant: Variant, _ part: Part) -> RunSettings {
    var settings = self
    settings.part = part
    settings.paths = [file]
    settings.foundIn = nil
    settings.isolation = .none
    settings.identity = nil
    settings.tries = 1
    settings.policy.selection.only = variant.selection
    return settings
  }

  /// A digest of what decides over the bytes that are written.
  var digest: String {
    var settings = self
    (settings.part, settings.paths, settings.foundIn) = (.whole, [], nil)
    (settings.outputFolder, settings.workers, settings.memory) = ("", 1, nil)
    (settings.store, settings.reusesFrames, settings.frameDeadline) = (nil, true, 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = (try? encoder.encode(settings)) ?? Data()
    return Digest { hasher in hasher.combine(String(decoding: bytes, as: UTF8.self)) }.description
  }

  /// The settings of a session.
  var session: RenderSettings {
    var settings = RenderSettings(
      outputFolder: outputFolder, workers: workers, scale: scale, frames: frames, failFast: failFast,
      measuresTime: measuresTime, reusesFrames: reusesFrames, store: store?.settings)
    settings.replacesForeignFiles = replacesForeignFiles
    settings.isMuted = isMuted
    settings.checksNumbers = settings.checksNumbers || isChecked
    settings.memory = memory
    settings.purpose = purpose
    settings.keepsReceipts = part == .whole
    settings.submission = submission.flatMap { Digest(hexadecimal: $0) }
    return settings
  }
}

extension Variant {
  /// The values of its axes, for a selection that wants it alone.
  var selection: [String: [String]] {
    Dictionary(choices.map { ($0.axis, [$0.value]) }) { $0 + $1 }
  }
}

extension Share {
  /// The share with the entry of its table that concerns one job.
  func limited(to job: Job) -> Share {
    var share = self
    share.table = table.filter { $0.key == job.id }
    return share
  }
}
