/// The value of each of a job's axes in one video.
public struct Variant: Hashable, Codable, Sendable {
  public struct Choice: Hashable, Codable, Sendable {
    public var axis: String
    /// The name of the axis's value.
    public var value: String

    public init(axis: String, value: String) {
      self.axis = axis
      self.value = value
    }
  }

  /// In the order of the job's axes; empty for a job without variants.
  public var choices: [Choice]

  public init(_ choices: [Choice] = []) { self.choices = choices }

  public subscript(axis: String) -> String? { choices.first { $0.axis == axis }?.value }
}

extension Variant: CustomStringConvertible {
  /// Such as `size=story,locale=de`, as `--only` takes it.
  public var description: String { choices.map { "\($0.axis)=\($0.value)" }.joined(separator: ",") }

  /// The number of values that it shares with another variant.
  func likeness(to other: Variant) -> Int { choices.count { other[$0.axis] == $0.value } }
}
