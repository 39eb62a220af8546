/// Why a file of a map cannot be read.
public struct MapFileError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public let hint: String?

  init(_ description: String, hint: String? = nil) {
    self.description = description
    self.hint = hint
  }
}
