import Dispatch
import Foundation
import JobFile
import Synchronization

/// Records what one worker is doing, so that a parent process can say where this one crashed or hangs.
///
/// All workers share a file of records; the parent reads them as `CrashBreadcrumb.Record`. Costs microseconds a step.
public struct CrashBreadcrumb: Sendable {
  /// The work that a thread is doing for a stage.
  enum Step {
    case making(stage: String, definition: String)
    case evaluating(stage: String, definition: String, frame: Int)
    case drawing(frame: Int)

    var text: String {
      switch self {
      case .making(let stage, let definition): "stage '\(stage)' (\(definition)) while it was made"
      case .evaluating(let stage, let definition, let frame): "stage '\(stage)' (\(definition)) at frame \(frame)"
      case .drawing(let frame): "drawing and encoding frame \(frame)"
      }
    }
  }

  private let file: Int32
  private let offset: Int
  /// The length of a record in bytes: the time, then text that ends with a 0.
  private static let length = 512
  private static let timeLength = 8

  /// For the worker of an index, from 0, in an open file.
  init(file: Int32, worker: Int) {
    self.file = file
    offset = worker * Self.length
  }

  func begin(_ step: Step) { write(step.text) }

  /// The worker does nothing that could take long.
  func end() { write("") }

  // MARK: Of this process

  private struct ProcessFile {
    var file: Int32?
    /// The workers of threads that have recorded a step.
    var workers: [UInt: Int] = [:]
  }

  private static let process = Mutex(ProcessFile())

  /// Makes each thread record, from now on, each stage that it makes, evaluates or draws in an open file, for a parent
  /// process.
  public static func record(in file: Int32) { process.withLock { $0.file = file } }

  /// For the current thread; nil where nothing is recorded.
  static var ofThread: CrashBreadcrumb? {
    process.withLock { process in
      guard let file = process.file else { return nil }
      let thread = UInt(pthread_self())
      let worker = process.workers[thread, default: process.workers.count]
      process.workers[thread] = worker
      return CrashBreadcrumb(file: file, worker: worker)
    }
  }

  /// The observer of a plan's stages; nil if nothing is recorded.
  static var watch: (@Sendable (StageEntry?, Int) -> Void)? {
    guard process.withLock({ $0.file }) != nil else { return nil }
    return { entry, frame in
      guard let entry else { return ofThread?.end() ?? () }
      ofThread?.begin(.evaluating(stage: entry.id, definition: entry.definition.name, frame: frame))
    }
  }

  /// A stage is made on the current thread.
  static func making(_ entry: StageEntry) {
    ofThread?.begin(.making(stage: entry.id, definition: entry.definition.name))
  }

  /// The current thread has made all stages.
  static func endMaking() { ofThread?.end() }

  private func write(_ text: String) {
    // The time distinguishes a step from an equal one before it.
    let time = DispatchTime.now().uptimeNanoseconds
    var bytes = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: time >> ($0 * 8)) }
    bytes += text.utf8.prefix(Self.length - bytes.count)
    bytes += repeatElement(0, count: Self.length - bytes.count)
    pwrite(file, bytes, bytes.count, off_t(offset))
  }

  /// The last record of a worker.
  public struct Record: Equatable, Sendable {
    fileprivate let bytes: [UInt8]

    /// Nil where the worker is idle.
    public var step: String? {
      let text = bytes.dropFirst(timeLength).prefix { $0 != 0 }
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// The records of all workers in an open file, in their order.
    public static func all(in file: Int32) -> [Record] {
      var records: [Record] = []
      var bytes = [UInt8](repeating: 0, count: length)
      while pread(file, &bytes, length, off_t(records.count * length)) == length {
        records.append(Record(bytes: bytes))
      }
      return records
    }
  }
}

extension [CrashBreadcrumb.Record] {
  /// The work that was in progress when the process ended, if it was a stage's rather than the program's own.
  public var step: String? {
    let steps = compactMap(\.step)
    return steps.first { $0.hasPrefix("stage '") } ?? steps.first
  }
}
