import Dispatch
import Foundation

/// Records what one worker is doing, so that a parent process can say where this one crashed or hangs.
///
/// All workers share a file of records; the parent reads them as `CrashBreadcrumb.Record`. Costs microseconds a step.
public struct CrashBreadcrumb: Sendable {
  /// What a worker is doing.
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
  /// Of a record, in bytes: the time, then text that ends with a 0.
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

  private func write(_ text: String) {
    // The time distinguishes a step from an equal one before it.
    let time = DispatchTime.now().uptimeNanoseconds
    var bytes = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: time >> ($0 * 8)) }
    bytes += text.utf8.prefix(Self.length - bytes.count)
    bytes += repeatElement(0, count: Self.length - bytes.count)
    pwrite(file, bytes, bytes.count, off_t(offset))
  }

  /// What a worker recorded last.
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
