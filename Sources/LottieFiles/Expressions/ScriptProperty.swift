import Documents

#if canImport(Glibc)
  import Glibc
#endif

/// A property that an expression has asked for.
enum AskedProperty: Sendable {
  case scalar(Property<Double>)
  /// A vector with the number of its numbers.
  case vector(Property<Vector>, Int)
  case path(Property<BezierPath>)
  case position(PositionProperty)

  /// Reads a property of a name.
  init(_ json: JSONNode, _ name: String, _ reader: DocumentReader) throws {
    let content = json["k"] ?? json
    let sample = content.list?.first?["s"] ?? content
    let holder = JSONNode(.object([.init(name: name, value: json)]), at: json.offset)
    if json["s"]?.isTrue == true {
      self = .position(try reader.position(name, of: holder))
    } else if (sample.list?.first ?? sample)["v"] != nil {
      self = .path(try reader.path(name, of: holder))
    } else if let count = sample.list?.count, count > 1, count <= 4 {
      self = .vector(try reader.vector(name, of: holder, default: .zero), count)
    } else {
      self = .scalar(try reader.scalar(name, of: holder, default: 0))
    }
  }

  /// The property as an object of scripts.
  func scriptProperty(_ framesPerSecond: Double) -> ScriptProperty {
    switch self {
    case .scalar(let property): ScriptProperty(property, count: 1, framesPerSecond)
    case .vector(let property, let count): ScriptProperty(property, count: count, framesPerSecond)
    case .path(let property): ScriptProperty(property, count: 0, framesPerSecond)
    case .position(let position): ScriptProperty(position, framesPerSecond)
    }
  }
}

/// A property as scripts see it.
struct ScriptProperty {
  /// The value at a frame.
  let valueAtFrame: (Double) -> ScriptValue
  private let framesPerSecond: Double
  /// True if keyframes change it.
  let hasKeys: Bool
  private let keyList: KeyList
  /// The times of its keyframes in seconds, with their values.
  private var keys: [(time: Double, value: ScriptValue)] { keyList.keys }

  /// The keyframes, which are made when they are asked for.
  private final class KeyList {
    private let make: () -> [(time: Double, value: ScriptValue)]
    lazy var keys = make()

    init(_ make: @escaping () -> [(time: Double, value: ScriptValue)]) { self.make = make }
  }

  init<Value>(_ property: Property<Value>, count: Int, _ framesPerSecond: Double) {
    hasKeys = property.hasKeys
    self.framesPerSecond = framesPerSecond
    valueAtFrame = { property.value(at: $0).scriptValue(count: count) }
    keyList = KeyList {
      zip(property.times, property.keyValues).map { ($0 / framesPerSecond, $1.scriptValue(count: count)) }
    }
  }

  /// A position, whose keyframes scripts do not see where its axes have their own.
  init(_ position: PositionProperty, _ framesPerSecond: Double) {
    hasKeys = position.span != nil
    self.framesPerSecond = framesPerSecond
    valueAtFrame = { position.value(at: $0).scriptValue(count: 2) }
    keyList = KeyList { [] }
  }

  /// The value at a number of seconds.
  func value(_ seconds: Double) -> ScriptValue { valueAtFrame(seconds * framesPerSecond) }

  /// The change of the value for a second.
  func velocity(at seconds: Double) -> ScriptValue {
    let step = 0.001
    return ScriptArithmetic.quotient(
      ScriptArithmetic.difference(value(seconds), value(seconds - step)), .number(step))
  }

  /// The member of a name at a number of seconds; nil for one that it has not.
  func member(_ name: String, at seconds: Double, wiggling seed: UInt64) -> ScriptValue? {
    switch name {
    case "value": return value(seconds)
    case "numKeys": return .number(Double(keys.count))
    case "velocity": return velocity(at: seconds)
    case "speed":
      let velocity = velocity(at: seconds)
      return .number((velocity.elements ?? [velocity]).reduce(0) { $0 + $1.number * $1.number }.squareRoot())
    case "valueAtTime": return .function { value($0.first?.number ?? 0) }
    case "velocityAtTime": return .function { velocity(at: $0.first?.number ?? 0) }
    case "key": return .function { try key($0.first ?? .undefined) }
    case "nearestKey": return .function { try nearestKey(to: $0.first?.number ?? 0) }
    case "loopOut", "loopIn":
      return .function { loop($0, isOut: name == "loopOut", inSeconds: false, at: seconds) }
    case "loopOutDuration", "loopInDuration":
      return .function { loop($0, isOut: name == "loopOutDuration", inSeconds: true, at: seconds) }
    case "smooth": return .function { _ in value(seconds) }
    case "wiggle":
      return .function { arguments in
        let (rate, amount) = (arguments.first?.number ?? 0, arguments.dropFirst().first?.number ?? 0)
        let own = value(seconds)
        let noise = ScriptNoise(seed: seed)
        guard let elements = own.elements else {
          return .number(own.number + noise.value(at: seconds * rate, 0) * amount)
        }
        return .list(elements.enumerated().map { .number($1.number + noise.value(at: seconds * rate, $0) * amount) })
      }
    default: return nil
    }
  }

  private func key(_ argument: ScriptValue) throws -> ScriptValue {
    let number = argument.number
    guard number >= 1, number <= Double(keys.count) else { throw ScriptThrow("there is no such keyframe") }
    let found = keys[Int(number) - 1]
    let object = ScriptObject(elements: found.value.elements ?? [found.value])
    object.set("time", to: .number(found.time))
    object.set("value", to: found.value)
    object.set("index", to: .number(number.rounded(.down)))
    return .object(object)
  }

  private func nearestKey(to seconds: Double) throws -> ScriptValue {
    guard let index = keys.indices.min(by: { abs(keys[$0].time - seconds) < abs(keys[$1].time - seconds) }) else {
      throw ScriptThrow("there are no keyframes")
    }
    return try key(.number(Double(index + 1)))
  }

  /// The value where keyframes go on after the last one, or before the first one.
  private func loop(_ arguments: [ScriptValue], isOut: Bool, inSeconds: Bool, at seconds: Double) -> ScriptValue {
    guard keys.count > 1, let first = keys.first?.time, let last = keys.last?.time else { return value(seconds) }
    guard isOut ? seconds > last : seconds < first else { return value(seconds) }
    let kind = (arguments.first?.text ?? "cycle").lowercased()
    let given = arguments.dropFirst().first?.number ?? 0
    var (start, end) = (first, last)
    if inSeconds {
      if given > 0 { (start, end) = isOut ? (last - given, last) : (first, first + given) }
    } else if given >= 1, given < Double(keys.count - 1) {
      if isOut { start = keys[keys.count - 1 - Int(given)].time } else { end = keys[Int(given)].time }
    }
    let length = end - start
    guard length > 0 else { return value(seconds) }
    let turns = ((seconds - start) / length).rounded(.down)
    let rest = seconds - start - turns * length
    switch kind {
    case "pingpong": return value(Int(turns) % 2 == 0 ? start + rest : end - rest)
    case "offset":
      let whole = ScriptArithmetic.difference(value(end), value(start))
      return ScriptArithmetic.sum(value(start + rest), ScriptArithmetic.product(whole, .number(turns)))
    case "continue":
      let edge = isOut ? last : first
      let step = isOut ? -0.001 : 0.001
      let slope = ScriptArithmetic.quotient(
        ScriptArithmetic.difference(value(edge), value(edge + step)), .number(-step))
      return ScriptArithmetic.sum(value(edge), ScriptArithmetic.product(slope, .number(seconds - edge)))
    default: return value(start + rest)
    }
  }
}
