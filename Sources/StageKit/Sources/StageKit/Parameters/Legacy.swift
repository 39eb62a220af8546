import Graphics

// Temporary: groups in the lists of definitions that read by keys.

struct DeclaredParameter: AnyParameter { let declaration: ParameterDeclaration }
struct DeclaredPort: AnyInput, AnyOutput { let definition: PortDefinition }

extension ParameterGroup {
  public static var parameters: [any AnyParameter] { Self().declarations }
  public var declarations: [any AnyParameter] {
    var list = DeclaredMembers()
    declare(in: &list)
    return list.parameters.map { DeclaredParameter(declaration: $0) }
  }
  public static var inputs: [any AnyInput] { declared.inputs.map { DeclaredPort(definition: $0) } }
  public static var outputs: [any AnyOutput] { declared.outputs.map { DeclaredPort(definition: $0) } }
}

extension ParameterKey where Value: ParameterType {
  public init(_ name: String, _ parameter: Parameter<Value>) {
    let d = parameter.declaration(named: name)
    self.init(
      d.name, d.summary, d.schema, default: d.defaultValue, isOptional: d.isOptional, placeholder: Value.placeholder
    ) { try? Value.read($0) }
  }
}

extension Anchor {
  public static func parameters(otherwise: String) -> [any AnyParameter] { Anchor(otherwise: otherwise).declarations }
}
extension Shadow { public static let parameter = ParameterKey<Shadow?>("shadow", Parameter()) }
extension StrokeParameters { public static let parameter = ParameterKey<StrokeParameters?>("stroke", Parameter()) }
extension TimeRemap {
  public static let parameter = ParameterKey<TimeParameters?>("time", Parameter())
}
extension Occlusion {
  public static func parameter(default share: Double) -> ParameterKey<Double> {
    let d = Occlusion(default: share).declarations[0].declaration
    return ParameterKey<Double>(d.name, d.summary, d.schema, default: d.defaultValue, placeholder: 0) { $0.number }
  }
  public init(share: Double) { self.init(default: share) }
}
