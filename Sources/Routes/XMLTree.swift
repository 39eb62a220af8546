import CXML
import StageKit

/// The elements of an XML file; points of ways are read at once, and kept as these alone.
struct XMLTree {
  /// Reads elements of a name as points of a way; none for what is none.
  typealias PlaceReaders = [String: (Element, inout RouteRemarks) -> [RouteTrack.Place]]

  final class Element {
    /// Without its prefix.
    let name: String
    let line: Int
    fileprivate(set) var attributes: [String: String] = [:]
    fileprivate(set) var children: [Element] = []
    fileprivate(set) var text = ""
    /// The places of the elements in it that are points of a way.
    fileprivate(set) var places: [RouteTrack.Place] = []

    init(_ name: String, line: Int) {
      self.name = name
      self.line = line
    }

    func children(_ name: String) -> [Element] { children.filter { $0.name == name } }

    func first(_ name: String) -> Element? { children.first { $0.name == name } }

    /// The text of its first child of a name, without the white space around it.
    func text(_ name: String) -> String? { first(name).map { trimmed($0.text) } }

    /// All elements of a name below it, in their order.
    func all(_ name: String) -> [Element] { children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) } }
  }

  let root: Element
  /// The place at which the file is cut off; nil for a whole file.
  let fault: RouteFileError?
  /// The remarks of the readers of points.
  let remarks: RouteRemarks

  /// Reads the complete part of a file that is cut off: no point whose element is open, and no text that goes on.
  ///
  /// Throws `RouteFileError` where a file is no well-formed XML otherwise.
  init(_ bytes: [UInt8], places: PlaceReaders = [:]) throws(RouteFileError) {
    do throws(RouteFileError) {
      (root, remarks) = try Self.read(bytes, places)
      fault = nil
    } catch {
      // It is cut off and nothing else where it is well formed once its elements are closed.
      guard let rest = CutXML(bytes, wholes: Set(places.keys)), let read = try? Self.read(rest.closed, places) else {
        throw error
      }
      (root, remarks) = read
      fault = rest.fault
    }
  }

  private static func read(
    _ bytes: [UInt8], _ places: PlaceReaders
  ) throws(RouteFileError) -> (root: Element, remarks: RouteRemarks) {
    var stack = Stack(readers: places)
    var failure = XMLFailure()
    let handler = XMLHandler(
      start: { context, name, _, line in
        guard let name else { return }
        Stack.of(context)?.pointee.open.append(Element(String(cString: name), line: Int(line)))
      },
      attribute: { context, name, _, value in
        guard let name, let value else { return }
        Stack.of(context)?.pointee.open.last?.attributes[String(cString: name)] = String(cString: value)
      },
      text: { context, text in if let text { Stack.of(context)?.pointee.open.last?.text += String(cString: text) } },
      end: { Stack.of($0)?.pointee.end() })
    let result = bytes.withUnsafeBytes { buffer in
      withUnsafeMutablePointer(to: &stack) {
        xml_read(buffer.baseAddress, Int32(clamping: buffer.count), handler, $0, &failure)
      }
    }
    guard result == 0, let root = stack.root else {
      let message = withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw RouteFileError(
        message.split(separator: "\n").joined(separator: " "), at: "\(max(failure.line, 1)):\(max(failure.column, 1))")
    }
    return (root, stack.remarks)
  }

  private struct Stack {
    let readers: PlaceReaders
    var open: [Element] = []
    var root: Element?
    var remarks = RouteRemarks()

    init(readers: PlaceReaders) { self.readers = readers }

    static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Stack>? {
      context?.assumingMemoryBound(to: Stack.self)
    }

    mutating func end() {
      guard let element = open.popLast() else { return }
      guard let parent = open.last else {
        root = element
        return
      }
      if let read = readers[element.name] {
        parent.places += read(element, &remarks)
      } else {
        parent.children.append(element)
      }
    }
  }
}

/// Without white space at its ends.
func trimmed(_ text: String) -> String {
  guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[first...last])
}
