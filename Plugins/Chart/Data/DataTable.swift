import StageKit

/// A table of data from a file.
struct DataTable: Sendable {
  enum Content: Hashable, Sendable {
    case missing
    case number(Double)
    /// As it is written; a number in a table of text is one, too.
    case text(String)
  }

  struct Cell: Hashable, Sendable {
    var content: Content
    /// In the file's bytes.
    var offset: Int
  }

  /// The columns' names, in their order; none is there twice, but columns of a table of text may have none.
  var names: [String]
  /// Each with a cell for every column.
  var rows: [[Cell]]
  /// The file, for the places of faults.
  let bytes: [UInt8]
  /// The offsets of the names in a table of text.
  var places: [Int] = []
  /// Separates the cells of a table of text.
  var separator: Unicode.Scalar?

  /// Reads a file by its ending. Throws `StageError` with the line and column of a fault.
  static func read(_ file: FileReference, _ context: any StageContext) throws -> DataTable {
    try read(try context.bytes(of: file), file)
  }

  /// Reads the bytes of a file.
  static func read(_ bytes: [UInt8], _ file: FileReference) throws -> DataTable {
    let path = file.path.lowercased()
    do throws(DataFault) {
      if path.hasSuffix(".json") { return try JSONTable.read(bytes) }
      guard let text = PlainText.utf8(bytes) else {
        throw DataFault("the file is damaged UTF-16", at: 0, in: [], hint: "Save it as UTF-8.")
      }
      if let offset = PlainText.firstInvalidOffset(text) {
        throw DataFault("found bytes that are not UTF-8", at: offset, in: text, hint: PlainText.utf8Hint(for: text))
      }
      return try DataTable(DelimitedText(text, separatedByTabs: path.hasSuffix(".tsv")), bytes: text)
    } catch {
      throw error.error(in: file)
    }
  }
}

/// A fault in a file of data.
struct DataFault: Error {
  var message: String
  var place: TextPlace
  var hint: String?

  /// A fault at a byte of a text.
  init(_ message: String, at offset: Int, in bytes: [UInt8], hint: String? = nil) {
    place = TextPlace(of: offset, in: bytes)
    self.message = message
    self.hint = hint
  }

  func error(in file: FileReference) -> StageError {
    StageError("\(file.literal):\(place): \(message)", hint: hint)
  }
}
