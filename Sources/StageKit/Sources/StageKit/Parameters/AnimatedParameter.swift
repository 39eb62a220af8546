import Geometry
import Graphics
import Timing

// Every kind of parameter that may be given keyframes: `.number("size", …).animated`.

extension ParameterKey where Value == Double {
  /// The same number, which may be given keyframes.
  public var animated: ParameterKey<Animated<Double>> { animated(Animated(0)) { $0.animated(\.number) } }
}

extension ParameterKey where Value == Color {
  /// The same color, which may be given keyframes.
  public var animated: ParameterKey<Animated<Color>> { animated(Animated(.clear)) { $0.animated(\.color) } }
}

extension ParameterKey where Value == Point {
  /// The same point, which may be given keyframes.
  public var animated: ParameterKey<Animated<Point>> { animated(Animated(.zero)) { $0.animated(\.point) } }
}

extension ParameterKey where Value == PaintValue {
  /// The same color or gradient, which may be given keyframes.
  public var animated: ParameterKey<Animated<PaintValue>> {
    animated(Animated(.color(.clear))) { $0.animated(\.paint) }
  }
}

extension ParameterKey where Value == Path {
  /// The same outline, which may be given keyframes and then morphs.
  public var animated: ParameterKey<Animated<MorphingPath>> {
    @Sendable func path(_ value: ParameterValue) -> Path? { if case .path(let path) = value { path } else { nil } }
    return animated(Animated(MorphingPath(.empty))) { value in
      guard case .animation(let animation) = value else { return path(value).map { Animated(MorphingPath($0)) } }
      return Animated(animation, values: MorphingPath.sequence(animation.frames.compactMap { path($0.value) }))
    }
  }
}

extension ParameterKey where Value == String {
  /// The same text, which may change from time to time by keyframes.
  public var animated: ParameterKey<Animated<Stepped<String>>> {
    animated(Animated(Stepped(""))) { $0.animated { $0.text.map { Stepped($0) } } }
  }
}

extension ParameterKey where Value == Bool {
  /// The same choice of true or false, which may change from time to time by keyframes.
  public var animated: ParameterKey<Animated<Stepped<Bool>>> {
    animated(Animated(Stepped(false))) { value in
      value.animated { if case .boolean(let v) = $0 { Stepped(v) } else { nil } }
    }
  }
}

extension ParameterKey
where Value: RawRepresentable & CaseIterable & Hashable, Value.RawValue == String, Value.AllCases == [Value] {
  /// The same choice, which may change from time to time by keyframes.
  public var animated: ParameterKey<Animated<Stepped<Value>>> {
    animated(Animated(Stepped(placeholder))) { written in
      written.animated { $0.text.flatMap { Value(rawValue: $0) }.map { Stepped($0) } }
    }
  }
}
