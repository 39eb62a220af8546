import Files
import Foundation
import Preview
import Rendering

/// Keeps a preview's address, and a process that answers there: another one when stage modules were rebuilt, and when a
/// stage ended the last one.
struct PreviewSupervisor {
  private let request: PreviewRequest
  /// True if the address is opened in the browser.
  private let opens: Bool
  private let deadline: Double
  /// The number of times that the process may end within ten seconds without a job that is the cause.
  private static let maxCrashes = 4

  /// `deadline` is how long a step of a stage may take, in seconds.
  init(_ request: PreviewRequest, opens: Bool, deadline: Double) {
    (self.request, self.opens, self.deadline) = (request, opens, deadline)
  }

  /// Why a process ended.
  private enum End {
    case rebuilt
    case interrupted(ExitCode)
    case exited(ExitCode)
    case crashed([PreviewCrash])
  }

  /// Until it is interrupted.
  func run(port: UInt16) throws -> ExitCode {
    let address: (socket: Int32, port: UInt16)
    do {
      address = try LocalSocket.listen(at: request.listening?.address ?? "127.0.0.1", port: port)
    } catch {
      let place = request.listening.map { "'\($0.address)', port \(port)," } ?? "port \(port)"
      throw UsageError.message("\(place) cannot be used: \(SystemError.message(of: error))")
    }
    var generator = SystemRandomNumberGenerator()
    let token = (0..<2).map { _ in String(format: "%016lx", UInt(generator.next() as UInt64)) }.joined()
    let url = request.listening?.url(port: address.port) ?? "http://127.0.0.1:\(address.port)/?token=\(token)"
    Terminal.print(url)
    if let risk = request.listening?.risk(isReview: request.isReview) { Terminal.error("warning: \(risk)") }
    let opener = opens ? open(url) : nil
    defer { if let opener { try? FileManager.default.removeItem(atPath: opener) } }
    let interrupts = Interrupts { _ in }
    var crashes: [PreviewCrash] = []
    var ends: [ContinuousClock.Instant] = []
    while true {
      switch try serve(address, token: token, crashes: crashes, interrupts: interrupts) {
      case .rebuilt: crashes = []
      case .interrupted(let code):
        tellDrafts()
        return code
      case .exited(let code): return code
      case .crashed(let new):
        for crash in new { Terminal.error("\(crash.file): \(crash.reason)".escapingControlCharacters) }
        crashes += new
        // A job that ended it is not drawn again, so that this comes to an end by itself.
        guard new.isEmpty else { continue }
        Terminal.error("the preview's process ended, and is started again")
        ends = ends.filter { $0 > .now - .seconds(10) } + [.now]
        if ends.count > Self.maxCrashes {
          Terminal.error("the preview's process ended \(ends.count) times within 10 s")
          return .renderFailed
        }
      }
    }
  }

  /// Says which changes are not saved, and where they are.
  private func tellDrafts() {
    guard !request.isReview, let folder = PreviewChild.draftFolder else { return }
    let files = KeptDrafts.allFiles(in: folder, of: request.path)
    guard !files.isEmpty else { return }
    Terminal.error(
      "unsaved changes of \(files.joined(separator: ", ")) are kept in \(folder); the next preview shows them"
        .displayText)
  }

  /// Runs one process to its end.
  private func serve(
    _ address: (socket: Int32, port: UInt16), token: String, crashes: [PreviewCrash], interrupts: Interrupts
  ) throws -> End {
    let channels = try ChildChannels()
    var request = request
    (request.port, request.token, request.crashes) = (address.port, token, crashes)
    var libraries = PluginLibraries()
    let child = try ChildProcess(
      .preview(request), errors: STDERR_FILENO, channels: channels, further: [address.socket])
    var watch = StepDeadline(deadline: deadline)
    var work: [UInt64: PreviewWork] = [:]
    while true {
      // Before its lines are read, so that none is left of one that ended.
      let end = child.poll()
      for line in channels.readLines() {
        if let note = try? JSONDecoder().decode(PreviewWork.self, from: line) { work[note.thread] = note }
      }
      if let code = interrupts.code {
        child.terminate()
        _ = child.wait(seconds: 2)
        return .interrupted(code)
      }
      if let end {
        if end == .exited(ExitCode.badInput.rawValue), channels.isOwn(end) { return .exited(.badInput) }
        let step = channels.records.step ?? "drawing"
        return .crashed(Self.crashes(of: work, "\(step): \(end.description)"))
      }
      if let step = watch.lateStep(in: channels.records) {
        child.killGroup()
        _ = child.wait()
        return .crashed(
          Self.crashes(of: work, "\(step): took more than \(deadline) s. Give it longer with --frame-deadline"))
      }
      if libraries.haveChanged() {
        child.terminate()
        _ = child.wait(seconds: 1)
        return .rebuilt
      }
      channels.messages.wait(milliseconds: 50)
    }
  }

  /// The jobs that threads worked for when the process ended.
  private static func crashes(of work: [UInt64: PreviewWork], _ reason: String) -> [PreviewCrash] {
    let jobs = Set(
      work.values.compactMap { note in
        note.file.flatMap { file in note.revision.map { PreviewCrash(file: file, revision: $0, reason: reason) } }
      })
    return jobs.sorted { $0.file < $1.file }
  }

  /// Opens a file that leads to the address: arguments of programs are seen by all users. Returns the folder that it is in,
  /// which nobody else may read; nil where there is none.
  private func open(_ url: String) -> String? {
    let parent = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? FileManager.default.temporaryDirectory.path
    let folder = "\(parent)/pipeline-preview-\(UUID().uuidString)"
    let file = "\(folder)/preview.html"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try AtomicFile.write(Data("<meta http-equiv=\"refresh\" content=\"0;url=\(url)\">".utf8), to: file)
    } catch {
      Terminal.error("--open: \(SystemError.describe(error))")
      return nil
    }
    if !Desktop.open(file) { Terminal.error("--open: 'xdg-open' cannot open the address") }
    return folder
  }
}

/// The libraries of stages, compared with what they were.
struct PluginLibraries {
  private let loaded = Self.stamps
  private var last = Self.stamps
  private var next = ContinuousClock.now
  private var calm = 0

  private static var stamps: [String: FileStamp] {
    let files = (PluginFolders.own + PluginFolders.allowed).flatMap { PluginLibrary.all(in: $0) }.map(\.path)
    return Dictionary(files.map { ($0, FileStamp($0)) }.compactMap { file, stamp in stamp.map { (file, $0) } }) { $1 }
  }

  /// True if they were changed, and not in the last moments; checks ten times a second, however often it is called.
  mutating func haveChanged() -> Bool {
    guard ContinuousClock.now >= next else { return false }
    next = .now + .milliseconds(100)
    let now = Self.stamps
    calm = now == last ? calm + 1 : 0
    last = now
    return now != loaded && calm >= 3
  }
}
