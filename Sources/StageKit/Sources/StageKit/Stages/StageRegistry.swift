/// The stages that jobs can use, by name; frozen once planning starts.
public struct StageRegistry: Sendable {
  private var types: [String: any Stage.Type] = [:]

  /// The modules whose stages were registered, in that order; a job's `plugins` names such.
  public var modules: [String] = []

  /// Without stages.
  public init() {}

  /// A registry of the given stages; of two with one name the first counts.
  public init(_ stages: [any Stage.Type]) { for stage in stages { _ = register(stage) } }

  /// Adds a stage; false where its name is taken.
  public mutating func register(_ stage: any Stage.Type) -> Bool {
    let name = stage.definition.name
    guard types[name] == nil else { return false }
    types[name] = stage
    return true
  }

  /// All definitions, by name.
  public var definitions: [StageDefinition] { types.keys.sorted().compactMap { types[$0]?.definition } }

  /// The stage of that name, nil where there is none.
  public subscript(name: String) -> (any Stage.Type)? { types[name] }
}
