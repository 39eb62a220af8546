import Foundation
import Planning
import Synchronization

/// What one worker is at, for others to tell where it hangs or where the process died.
final class WorkSlot: Sendable {
  /// A step that stages or drawing may not return from.
  enum Step: Sendable {
    /// A stage of a job is being made.
    case making(job: Int, id: String, definition: String)
    /// The plan's stage of this index is asked for a frame, or the frame is drawn where there is no such stage.
    case frame(RenderQueue.Work, plan: PlanBox, stage: Int, frame: Int)

    var text: String {
      switch self {
      case .making(_, let id, let definition): return "stage '\(id)' (\(definition)) while it was made"
      case .frame(_, let box, let stage, let frame):
        guard box.plan.stages.indices.contains(stage) else { return "drawing and encoding frame \(frame)" }
        let entry = box.plan.stages[stage].entry
        return "stage '\(entry.id)' (\(entry.definition.name)) at frame \(frame)"
      }
    }
  }

  /// A plan that is shared rather than copied.
  final class PlanBox: Sendable {
    let plan: RenderPlan
    init(_ plan: RenderPlan) { self.plan = plan }
  }

  private struct State {
    var step: Step?
    var ticks = 0
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let note: StepNote?

  init(note: StepNote? = nil) { self.note = note }

  /// A step begins; with `isNew`, so does the time that it and those after it may take together.
  func begin(_ step: Step, isNew: Bool = true) {
    state.withLock { state in
      state.step = step
      if isNew { state.ticks = 0 }
    }
    note?.write(step.text)
  }

  /// What was begun is over; false where it took so long that nobody waits for it any more.
  func end() -> Bool {
    state.withLock { state in
      state.step = nil
      return !state.isAbandoned
    }
  }

  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Counts one more tick of the clock; gives up the step, and gives it back, where that is more than `most`.
  func tick(most: Int) -> Step? {
    state.withLock { state in
      guard let step = state.step, !state.isAbandoned else { return nil }
      state.ticks += 1
      guard state.ticks > most else { return nil }
      state.isAbandoned = true
      return step
    }
  }
}

/// A file in which a process leaves what one of its workers is at, for the process that waits for it.
final class StepNote: Sendable {
  private let handle: Mutex<FileHandle>
  private static let length = 400

  /// Nil where the file cannot be opened.
  init?(path: String) {
    guard let handle = FileHandle(forWritingAtPath: path) else { return nil }
    self.handle = Mutex(handle)
  }

  func write(_ text: String) {
    var bytes = Data(text.utf8.prefix(Self.length))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.length - bytes.count))
    handle.withLock { handle in
      try? handle.seek(toOffset: 0)
      try? handle.write(contentsOf: bytes)
    }
  }
}
