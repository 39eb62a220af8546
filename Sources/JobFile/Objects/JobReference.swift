import StageKit

/// The reference of a job file's keys, without the parameters of stages.
public enum JobReference {
  /// The job itself, and all objects in it, each after one that names it.
  public static var objects: [NamedSchema] {
    [RootObject.declaration.named] + ParameterSchema.names(in: RootObject.declaration.parameters.map(\.schema))
  }

  /// The objects that parameters of stages take.
  public static var values: [NamedSchema] {
    ParameterSchema.names(in: [KeyframesObject.schema, gradient, CurveObject.schema, RouteObjects.schema])
  }

  private static let gradient = ParameterSchema.named(
    NamedSchema(
      "gradient", "A paint of several colors, as an object with one of these keys.",
      example: ##"{ "linear": { "angle": 90, "stops": ["#F43F5E", [0.8, "#F59E0B"]] } }"##
    ) { .variant(PaintValue.variants) })
}

extension ParameterSchema {
  /// The names in schemas, each once, in the order of breadth.
  static func names(in schemas: [ParameterSchema]) -> [NamedSchema] {
    var queue = schemas
    var result: [NamedSchema] = []
    var next = 0
    while next < queue.count {
      if case .named(let named) = queue[next] {
        if !result.contains(where: { $0.name == named.name }) {
          result.append(named)
          queue.append(named.schema)
        }
      } else {
        queue += queue[next].parts
      }
      next += 1
    }
    return result
  }

  /// Those of it that differ in what a job writes: itself, unless it is several.
  public var forms: [ParameterSchema] {
    if case .alternatives(let schemas, _) = self { schemas.flatMap(\.forms) } else { [self] }
  }

  /// The schemas that it is made of.
  private var parts: [ParameterSchema] {
    switch self {
    case .alternatives(let schemas, _): schemas
    case .list(let item, _), .animated(let item): [item]
    case .object(let fields): fields.map(\.schema)
    case .variant(let variants): variants.flatMap { $0.fields.map(\.schema) }
    default: []
    }
  }
}
