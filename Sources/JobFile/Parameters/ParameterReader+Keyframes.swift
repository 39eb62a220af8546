import Reporting
@_spi(Host) import StageKit

/// The place of keyframes among each other.
struct FrameOrder {
  let isFollowing: Bool
  let mode: KeyframeMode
  let count: Int
}

extension ParameterReader {
  /// A placeholder for a value that is computed once the stages that publish others are planned.
  func computed(
    _ expression: ComputedExpression, _ found: ResolvedValue, _ path: JobPath, _ constant: ParameterSchema,
    at location: String
  ) -> ParameterValue? {
    guard takesOutputs, let placeholder = constant.placeholderOfExpression else {
      context.report(found, path, expected: constant.noun)
      return nil
    }
    computed.append(ComputedParameter(location: location, path: path.text, expression: expression, schema: constant))
    return placeholder
  }

  /// The keyframes of an expression that changes with time, of which only values may be at fault: the first that is.
  func samples(
    _ keyframes: SourceObject, _ whole: ResolvedValue, _ path: JobPath, of constant: ParameterSchema,
    at location: String
  ) -> ParameterValue? {
    guard case .array(let array)? = keyframes["keyframes"]?.kind else { return nil }
    var frames: [AnimationValue.Frame] = []
    frames.reserveCapacity(array.items.count)
    for item in array.items {
      // All that is in them has the place of the expression.
      guard case .object(let frame) = item.kind, case .number(let seconds)? = frame["at"]?.kind,
        let found = frame["value"].flatMap(context.resolve), let value = value(found, path, constant, at: location)
      else { return nil }
      frames.append(.init(time: seconds, value: value))
    }
    checkMixing(frames, whole, path)
    return .animation(AnimationValue(frames: frames))
  }

  /// Reports a curve that is no spring where goals need one, and warns of one that leads nowhere.
  func check(_ curve: Easing?, _ found: ResolvedValue, _ path: JobPath, _ order: FrameOrder, _ index: Int) {
    if order.mode == .springs {
      if index == 0, order.count > 1 {
        context.log.add(
          .warning, at: found.position, path: path.text,
          "has no effect: a spring pulls to the value of its own keyframe, and here it begins", code: .noEffect)
      }
      if case .spring = curve { return }
      if curve != nil {
        context.report(
          found, path, expected: "a spring", hint: "The mode 'springs' takes springs alone, such as \"apple-bouncy\".")
      }
    } else if index == order.count - 1 {
      context.log.add(
        .warning, at: found.position, path: path.text,
        "has no effect: a curve leads from its keyframe to the next, and this is the last", code: .noEffect)
    }
  }

  /// Reports a handle of what has none, and warns of one that leads nowhere.
  func checkHandle(
    _ found: ResolvedValue, _ path: JobPath, isOutward: Bool, of constant: ParameterSchema, _ order: FrameOrder,
    _ index: Int
  ) {
    if !constant.hasAxes {
      context.report(found, path, "is for points", hint: "Numbers and colors have no way in space.")
    } else if order.mode != .linear {
      context.report(found, path, "does not go with the mode '\(order.mode.rawValue)'")
    } else if index == (isOutward ? order.count - 1 : 0) {
      context.log.add(
        .warning, at: found.position, path: path.text,
        "has no effect: there is no keyframe \(isOutward ? "after" : "before") this one", code: .noEffect)
    }
  }

  /// One keyframe; nil after an error.
  func frame(
    _ found: ResolvedValue, _ path: JobPath, of constant: ParameterSchema, after last: inout Double,
    _ order: FrameOrder, _ index: Int, at location: String
  ) -> AnimationValue.Frame? {
    let isFollowing = order.isFollowing
    positions[location] = found.position
    guard let fields = DeclaredReader<KeyframeObject>(found, path, in: context) else { return nil }
    var time = fields.read(\.$at)
    if !isFollowing, let seconds = time, let (found, path) = fields[\.$at],
      let fault = KeyframeObject.times.fault(of: seconds)
    {
      context.report(found, path, fault)
      return nil
    }
    if let seconds = time, seconds < last, let (found, path) = fields[\.$at] {
      context.report(
        found, path, "\(JSONValue.numberText(seconds)) is before the keyframe at \(JSONValue.numberText(last))",
        hint: isFollowing ? "Keyframes are in order of the followed value." : "Keyframes are in order of time.")
      time = nil
    } else if let seconds = time {
      last = seconds
    }
    let value = fields.fields.required("value", constant.noun).flatMap {
      self.value($0.0, $0.1, constant, at: "\(location).value")
    }
    let curve = fields.read(\.$curve)
    if let (found, path) = fields[\.$curve] { check(curve, found, path, order, index) }
    let (out, back) = (fields.read(\.$out), fields.read(\.$in))
    for (handle, isOutward) in [(fields[\.$out], true), (fields[\.$in], false)] {
      if let (found, path) = handle {
        checkHandle(found, path, isOutward: isOutward, of: constant, order, index)
      }
    }
    guard let time, let value, let curve, let out, let back else { return nil }
    return AnimationValue.Frame(time: time, value: value, curve: curve, inward: back, outward: out)
  }
}
