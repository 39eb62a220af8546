import Foundation
import Reporting
import Synchronization

/// Runs of this program that pages ask for, one after the other: rendering, and comparing with the baseline.
final class ProgramRuns: Sendable {
  /// An order that a page may give.
  enum Order: Sendable {
    /// Renders a file; the outputs go to the preview's folder.
    case render(file: String)
    /// Compares files with the baseline, with further options.
    case regress(files: [String], options: [String])
  }

  private struct State {
    var waiting: [Order] = []
    var current: (any ProgramRun)?
    var isRunning = false
    var regress = "idle"
  }

  private let settings: PreviewSettings
  private let events: EventStreams
  private let state = Mutex(State())

  init(_ settings: PreviewSettings, _ events: EventStreams) {
    (self.settings, self.events) = (settings, events)
  }

  /// `idle`, `running`, `done` or `failed`.
  var regressState: String { state.withLock { $0.regress } }

  /// Adds orders behind those that wait.
  func add(_ orders: [Order]) {
    let starts = state.withLock { state in
      state.waiting += orders
      defer { state.isRunning = true }
      return !state.isRunning
    }
    for case .render(let file) in orders { tell(file, "queued") }
    if starts { Thread.detachNewThread { [self] in work() } }
  }

  /// Ends the run at hand, and forgets those that wait.
  func cancel() {
    let (run, waiting) = state.withLock { state in
      defer { state.waiting = [] }
      return (state.current, state.waiting)
    }
    run?.cancel()
    for case .render(let file) in waiting { tell(file, "cancelled") }
  }

  private func work() {
    while true {
      let order = state.withLock { state -> Order? in
        state.isRunning = !state.waiting.isEmpty
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      switch order {
      case nil: return
      case .render(let file): render(file)
      case .regress(let files, let options): regress(files, options)
      }
    }
  }

  /// Runs the program to its end, and gives the lines that it prints.
  private func run(
    _ arguments: [String], output: (String) -> Void, errors: (String) -> Void
  ) -> Result<Int32, any Error> {
    do {
      let run = try settings.start(arguments)
      state.withLock { $0.current = run }
      defer { state.withLock { $0.current = nil } }
      while let lines = run.nextLines() {
        lines.errors.forEach(errors)
        lines.output.forEach(output)
      }
      return .success(run.exitCode)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Rendering

  private func render(_ file: String) {
    tell(file, "running")
    var messages: [String] = []
    var outputs: [JSONValue] = []
    let result = run(
      ["run", "--progress=json", "--output=\(settings.outputFolder)", "--", file],
      output: { line in
        guard let event = JSONValue(parsing: Array(line.utf8)) else { return }
        switch event["event"]?.string {
        case "progress": tell(file, "running", frames: event["done"], of: event["total"])
        case "finished": outputs += (event["files"]?.items ?? []).compactMap { $0["path"] }
        case "failed": messages += (event["messages"]?.items ?? []).compactMap(\.string)
        default: break
        }
      }, errors: { messages.append($0) })
    switch result {
    case .success(0): tell(file, "done", outputs: outputs)
    case .success(let code) where code > 128: tell(file, "cancelled")
    case .success: tell(file, "failed", message: messages.joined(separator: "\n"))
    case .failure(let error): tell(file, "failed", message: "\(error)")
    }
  }

  private func tell(
    _ file: String, _ state: String, frames: JSONValue? = nil, of total: JSONValue? = nil, message: String? = nil,
    outputs: [JSONValue] = []
  ) {
    let data: JSONValue = .members([
      "file": .string(file), "state": .string(state), "frames": frames, "of": total,
      "message": message.map { .string($0) }, "outputs": .array(outputs),
    ])
    events.send(PreviewEvent(name: "render", data: data))
  }

  // MARK: Comparing

  private func regress(_ files: [String], _ options: [String]) {
    setRegress("running", "comparing with \(settings.baselineFolder)")
    var last = ""
    let result = run(
      ["regress", "--baseline=\(settings.baselineFolder)", "--output=\(settings.reportFolder)"] + options + ["--"]
        + files,
      output: { last = $0 }, errors: { last = $0 })
    switch result {
    // Differences are what it is asked for.
    case .success(0), .success(1), .success(3): setRegress("done", last)
    case .success: setRegress("failed", last)
    case .failure(let error): setRegress("failed", "\(error)")
    }
  }

  private func setRegress(_ state: String, _ message: String) {
    self.state.withLock { $0.regress = state }
    events.send(
      PreviewEvent(name: "regress", data: ["state": .string(state), "message": .string(message)]))
  }
}
