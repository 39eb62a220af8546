/// The position of something in free space along an axis: at its start, in the middle or at its end.
public enum Alignment: String, CaseIterable, ParameterChoice {
  case start, center, end

  /// The share of the free space that comes before, from 0 to 1.
  public var share: Double {
    switch self {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}
