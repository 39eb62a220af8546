import Dispatch
import Foundation

/// Where one worker leaves what it is doing, for a parent process that wants to know where this one died or hangs.
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
  private static let length = 512

  /// For the worker of an index, from 0, in an open file.
  init(file: Int32, worker: Int) {
    self.file = file
    offset = worker * Self.length
  }

  func begin(_ step: Step) { write(step.text) }

  /// The worker does nothing that could take long.
  func end() { write("") }

  private func write(_ text: String) {
    // The time tells a step from an equal one before it.
    var bytes = withUnsafeBytes(of: DispatchTime.now().uptimeNanoseconds) { Data($0) }
    bytes.append(contentsOf: text.utf8.prefix(Self.length - bytes.count))
    bytes.append(contentsOf: repeatElement(0, count: Self.length - bytes.count))
    _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
  }

  /// What a worker left.
  public struct Record: Equatable, Sendable {
    private let bytes: Data

    /// Nil where the worker is idle.
    public var step: String? {
      let text = bytes.dropFirst(MemoryLayout<UInt64>.size).prefix { $0 != 0 }
      return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// What all workers left in an open file, in their order.
    public static func all(in file: Int32) -> [Record] {
      var records: [Record] = []
      var bytes = [UInt8](repeating: 0, count: length)
      while pread(file, &bytes, length, off_t(records.count * length)) == length {
        records.append(Record(bytes: Data(bytes)))
      }
      return records
    }
  }
}
