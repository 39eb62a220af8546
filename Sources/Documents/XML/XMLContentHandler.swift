/// Takes the parts of an XML document in their order.
///
/// Names are without prefixes; a `space` is the address of a namespace, nil for none.
public protocol XMLContentHandler {
  /// An element begins, at a line from 1; 0 where the document is too long for a number.
  mutating func start(_ name: String, space: String?, line: Int)

  /// An attribute of the element that has begun last.
  mutating func attribute(_ name: String, _ value: String, space: String?)

  mutating func text(_ text: String)

  /// The element that has begun last and not ended ends.
  mutating func end()
}
