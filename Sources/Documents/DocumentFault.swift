import StageKit

/// The place and the reason for which a text is no valid XML or JSON.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A phrase without a period at its end.
  public var message: String
  public var place: TextPlace

  init(_ message: String, at place: TextPlace) {
    self.message = message
    self.place = place
  }

  /// `14:20: expected a value, found '}'`.
  public var description: String { "\(place): \(message)" }
}
