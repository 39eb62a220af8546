import Geometry
import Graphics
import Timing

/// The numbers that a parameter takes.
///
/// ```swift
/// @Parameter("The width.", .range(0...100, .points)) var width = 4.0
/// @Parameter("The share that is seen.", .fraction) var share = 1.0
/// ```
public struct NumberSchema: Hashable, Sendable {
  /// The unit of a number.
  public enum Unit: String, Hashable, Sendable {
    case none = ""
    case points, pixels, meters, seconds, degrees, fractions
    case metersPerSecond = "m/s"
    case decibels = "dB"
    case truePeak = "dBTP"
    case loudness = "LUFS"
    case kilobits = "kb/s"
  }

  /// The least number, nil for none; itself allowed unless `isMinimumExclusive`.
  public var minimum: Double?
  /// The greatest number, itself allowed; nil for none.
  public var maximum: Double?
  /// True if the minimum itself is refused.
  public var isMinimumExclusive: Bool
  /// True if only whole numbers are taken.
  public var isInteger: Bool
  /// The unit, for documentation; nothing is converted.
  public var unit: Unit

  /// Every finite number unless it says otherwise.
  public init(
    minimum: Double? = nil, maximum: Double? = nil, isMinimumExclusive: Bool = false, isInteger: Bool = false,
    unit: Unit = .none
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.isMinimumExclusive = isMinimumExclusive
    self.isInteger = isInteger
    self.unit = unit
  }

  /// Numbers of 0 and above.
  public static func nonnegative(_ unit: Unit = .none) -> NumberSchema { NumberSchema(minimum: 0, unit: unit) }
  /// Above 0.
  public static func positive(_ unit: Unit = .none) -> NumberSchema {
    NumberSchema(minimum: 0, isMinimumExclusive: true, unit: unit)
  }
  /// Numbers from 0 to 1.
  public static let fraction = NumberSchema(minimum: 0, maximum: 1)
  /// Every finite number.
  public static func any(_ unit: Unit = .none) -> NumberSchema { NumberSchema(unit: unit) }
  /// Numbers from the lower to the upper bound, both included.
  public static func range(_ range: ClosedRange<Double>, _ unit: Unit = .none) -> NumberSchema {
    NumberSchema(minimum: range.lowerBound, maximum: range.upperBound, unit: unit)
  }
}

/// The values that a parameter takes, and so how a job writes them.
public indirect enum ParameterSchema: Sendable {
  case number(NumberSchema)
  case boolean
  case text
  /// A pattern that the stage formats by `StageContext.message`, with values of these names.
  case message([String])
  /// One of these words.
  case choice([String])
  /// A CSS color.
  case color
  /// `[x, y]` in points.
  case point
  /// `[longitude, latitude]` in degrees.
  case coordinate
  /// SVG path data.
  case path
  /// A CSS color, or a gradient as an object with one of the keys of `PaintValue.variants`.
  case paint
  /// A gradient's stops: a list of `[offset, color]` or of colors, at least one.
  case stops
  /// A curve's name or function, or a spring as an object.
  case curve
  /// A number of repetitions: above 0, or `"forever"`, which reads as infinity.
  case repetition
  /// A file, relative to the job's folder.
  case file(extensions: [String])
  /// The id of one of the job's sounds.
  case track
  /// A job file, relative to the job's folder, which the stage shows; see `StageContent.job`.
  case job
  /// Values by name, which take the place of the variables of the job that the stage shows.
  case variables
  /// A GeoJSON file, `{"polyline": …}` or a list of coordinates.
  case route
  case list(of: ParameterSchema, minimumCount: Int)
  case object([ParameterDeclaration])
  /// An object with exactly one of these keys, each with its own fields.
  case variant([Variant])
  /// A constant, or keyframes of such constants, over time or over another stage's number.
  case animated(ParameterSchema)
  /// Two numbers in a list, by what each is, such as `[width, height]`; reads as a point.
  case pair(String, String, NumberSchema)
  /// Frames per second: a number, or a fraction such as `"30000/1001"`.
  case frameRate
  /// A string that matches a pattern; the first string is what messages call it, such as "an id".
  case name(String, pattern: String)
  /// A member of a stage by both names, such as `"stage.output"`; the string says what the member is: output, moment or cue.
  case reference(String)
  /// Exactly this text, number or truth value.
  case constant(ParameterValue)
  /// A value of one of these, which differ in their kinds of JSON, or in the keys of their objects; of none: any value, which
  /// the host checks by itself. Messages call all of them by the noun.
  case alternatives([ParameterSchema], noun: String)
  /// A schema with a name, and with a section in the reference.
  case named(NamedSchema)

  /// One alternative of a `variant`.
  public struct Variant: Sendable {
    /// The key that chooses it.
    public let name: String
    public let summary: String
    public let fields: [ParameterDeclaration]

    init(_ name: String, _ summary: String, declarations: [ParameterDeclaration]) {
      self.name = name
      self.summary = summary
      fields = declarations
    }
  }
}

/// A schema with a name, which several places share, and which may contain itself.
public struct NamedSchema: Sendable {
  /// In lower case, such as "stage".
  public let name: String
  /// One sentence.
  public let summary: String
  /// A value in JSON, as a job writes it.
  public let example: String
  /// The key of a job's `presets` under which it may have such objects by name, such as "motions"; nil where it cannot.
  ///
  /// A string that is such a name, and an object whose `style` is one, are read as that preset's object, with what the object
  /// gives over it.
  public let presets: String?
  private let make: @Sendable () -> ParameterSchema

  /// A name for the schema that `make` returns, which is asked only when the schema is needed.
  public init(
    _ name: String, _ summary: String, example: String, presets: String? = nil,
    _ make: @escaping @Sendable () -> ParameterSchema
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.presets = presets
    self.make = make
  }

  /// The schema that has the name. Cost: that of making it.
  public var schema: ParameterSchema { make() }
}

/// The declaration of a parameter, for the host.
public struct ParameterDeclaration: Sendable {
  /// As job files write it, in camel case.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The values that it takes.
  public let schema: ParameterSchema
  /// The value if a job gives none; nil if the job must give one, or if the parameter `isOptional`.
  public let defaultValue: ParameterValue?
  /// True if the parameter may be absent without having a default.
  public let isOptional: Bool
  /// The input that a job which gives the parameter must connect.
  public internal(set) var requiredInput: String?
  /// The inputs that take its place; a job gives one of them.
  public internal(set) var replacingInputs: [String] = []
  /// Earlier names of the parameter, which jobs may no longer use.
  public internal(set) var formerNames: [String] = []

  /// True if every job must give it.
  public var isRequired: Bool { defaultValue == nil && !isOptional }
  /// The same for values of another schema.
  @_spi(Host) public func taking(_ schema: ParameterSchema) -> ParameterDeclaration {
    var result = ParameterDeclaration(
      name: name, summary: summary, schema: schema, defaultValue: defaultValue, isOptional: isOptional)
    result.requiredInput = requiredInput
    result.replacingInputs = replacingInputs
    result.formerNames = formerNames
    return result
  }
}
