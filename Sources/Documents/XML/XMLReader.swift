import CXML
import StageKit

/// Reads XML documents in memory that does not grow with them. Files and addresses that they refer to are not read.
public enum XMLReader {
  /// Hands the parts of a document to `handler`. Throws where it is not well formed, after the parts before that place.
  public static func read<Handler: XMLContentHandler>(
    _ bytes: [UInt8], _ handler: inout Handler
  ) throws(DocumentFault) {
    var target = Target(handler: handler)
    defer { if let read = target.handler as? Handler { handler = read } }
    let functions = XMLHandler(
      start: { context, name, space, line in
        guard let name else { return }
        Target.of(context)?.pointee.handler.start(
          String(cString: name), space: space.map { String(cString: $0) }, line: Int(line))
      },
      attribute: { context, name, space, value in
        guard let name, let value else { return }
        Target.of(context)?.pointee.handler.attribute(
          String(cString: name), String(cString: value), space: space.map { String(cString: $0) })
      },
      text: { context, text in if let text { Target.of(context)?.pointee.handler.text(String(cString: text)) } },
      end: { Target.of($0)?.pointee.handler.end() })
    var failure = XMLFailure()
    let result = bytes.withUnsafeBytes { buffer in
      withUnsafeMutablePointer(to: &target) {
        xml_read(buffer.baseAddress, Int32(clamping: buffer.count), functions, $0, &failure)
      }
    }
    guard result != 0 else { return }
    let message = withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let line = message.split(separator: "\n").joined(separator: " ")
    throw DocumentFault(
      line.isEmpty ? "it is no XML" : line,
      at: TextPlace(line: Int(max(failure.line, 1)), column: Int(max(failure.column, 1))))
  }

  /// C's functions know no generic types.
  private struct Target {
    var handler: any XMLContentHandler

    static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Target>? {
      context?.assumingMemoryBound(to: Target.self)
    }
  }
}
