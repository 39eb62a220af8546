import StageKit
import Synchronization

/// A context without a host: files are given, text is boxes, nothing is kept.
final class FakeContext: StageContext {
  let canvas: Canvas
  let files: [String: [UInt8]]
  private let requests = Mutex<[TextRequest]>([])

  init(size: Size = Size(540, 960), files: [String: String] = [:]) {
    canvas = Canvas(size: size, scale: 2, framesPerSecond: 60, duration: 5, background: .black)
    self.files = files.mapValues { Array($0.utf8) }
  }

  /// The texts that were laid out.
  var texts: [String] { requests.withLock { $0.map(\.text) } }

  func bytes(of file: FileReference) throws -> [UInt8] {
    guard let bytes = files[file.path] else { throw StageError("no file \(file.written)") }
    return bytes
  }

  func image(_ file: FileReference) throws -> Image { throw StageError("no image \(file.written)") }

  func layout(_ request: TextRequest) throws -> TextLayout {
    requests.withLock { $0.append(request) }
    let box = Rect(x: 0, y: 0, width: 80, height: 10)
    return TextLayout(
      lines: [.init(outline: .rect(box), baseline: 8, x: 0, width: 80)], size: Size(80, 12), missing: [], fonts: [])
  }

  func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
}

extension Parameters {
  /// Parameters as a job's object would give them.
  static func fields(_ entries: (String, ParameterValue)...) -> Parameters { Parameters(entries) }
}
