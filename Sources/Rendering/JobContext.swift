import Foundation
import StageKit
import Synchronization
import Text
import Video

/// The world as the stages of one job see it.
final class JobContext: StageContext {
  let canvas: Canvas
  private let resources = Resources()
  private let text: TextEngine
  private let warnings = Mutex<[String]>([])

  init(canvas: Canvas, text: TextEngine) {
    self.canvas = canvas
    self.text = text
  }

  /// Everything that stages warned of, each thing once, in the order of its first mention.
  var allWarnings: [String] { warnings.withLock { $0 } }

  func bytes(of file: FileReference) throws -> [UInt8] {
    try prepared(file.digest) {
      do {
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
      } catch {
        throw StageError("\(file.written): cannot be read: \(Self.reason(error))")
      }
    }
  }

  func image(_ file: FileReference) throws -> Image {
    let bytes = try bytes(of: file)
    return try prepared(file.digest) {
      do {
        return try readPicture(bytes, name: file.written)
      } catch {
        throw StageError("\(error)")
      }
    }
  }

  func layout(_ request: TextRequest) throws -> TextLayout {
    let layout = try prepared(request.digest) { try text.layout(request) }
    for substitution in layout.substitutions { warn(substitution) }
    return layout
  }

  func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try resources.value(key, make)
  }

  func warn(_ message: String) {
    warnings.withLock { if !$0.contains(message) { $0.append(message) } }
  }

  /// What the system says, without Foundation's wrapping.
  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let code = underlying?.code, underlying?.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(code)))
    }
    return error.localizedDescription
  }
}
