@_spi(Host) import Coding
import Documents
import StageKit

/// The elements of an XML file; points of ways are read at once, and kept as these alone.
struct XMLTree {
  typealias Element = XMLElement
  /// Reads elements of a name as points of a way; none for what is none.
  typealias PlaceReaders = [String: (Element, inout RouteRemarks) -> [RouteTrack.Place]]

  let root: Element
  /// The place at which the file is cut off; nil for a whole file.
  let fault: RouteFileError?
  /// The remarks of the readers of points.
  let remarks: RouteRemarks
  private let places: [ObjectIdentifier: [RouteTrack.Place]]

  private typealias Parts = (
    root: Element, remarks: RouteRemarks, places: [ObjectIdentifier: [RouteTrack.Place]]
  )

  /// Reads the complete part of a file that is cut off: no point whose element is open, and no text that goes on.
  ///
  /// Throws `RouteFileError` where a file is no well-formed XML otherwise.
  init(_ bytes: [UInt8], places readers: PlaceReaders = [:]) throws(RouteFileError) {
    do throws(DocumentFault) {
      (root, remarks, places) = try Self.read(bytes, readers)
      fault = nil
    } catch {
      // It is cut off and nothing else where it is well formed once its elements are closed.
      guard let rest = CutXML(bytes, wholes: Set(readers.keys)), let read = try? Self.read(rest.closed, readers) else {
        throw RouteFileError(error.message, at: error.place.description)
      }
      (root, remarks, places) = read
      fault = rest.fault
    }
  }

  /// The places of the elements in an element that are points of a way.
  func places(in element: Element) -> [RouteTrack.Place] { places[ObjectIdentifier(element)] ?? [] }

  private static func read(_ bytes: [UInt8], _ readers: PlaceReaders) throws(DocumentFault) -> Parts {
    var remarks = RouteRemarks()
    var places: [ObjectIdentifier: [RouteTrack.Place]] = [:]
    let root = try XMLElement.read(bytes) { element, parent in
      guard let read = readers[element.name] else { return true }
      // The element goes, and another one can get its identity.
      defer { places[ObjectIdentifier(element)] = nil }
      places[ObjectIdentifier(parent), default: []] += read(element, &remarks)
      return false
    }
    return (root, remarks, places)
  }
}

extension XMLElement {
  /// The text of its first child of a name, without the white space around it.
  func text(_ name: String) -> String? { first(name).map { String($0.text.trimmed) } }
}
