import Synchronization

/// The version of this library's interface: major · 1,000,000 + minor · 1,000 + patch.
public let stageKitVersion = 1_000_000

/// How a module of stages makes itself known.
///
/// Each stage module exports two C functions named after the module, here `HaloPulse`:
///
///     @_cdecl("pipeline_abi_HaloPulse") public func haloPulseABI() -> Int { StageModule.abi }
///     @_cdecl("pipeline_stages_HaloPulse") public func haloPulseStages() { StageModule.offer(HaloPulse.self) }
///
/// The host compares the first with its own before it calls the second.
public enum StageModule {
  private static let offers = Mutex<[any Stage.Type]>([])

  /// Interface and compiler versions as one number, compiled into the module that reads it: the interface's version
  /// times 1,000,000 plus the compiler's.
  @_alwaysEmitIntoClient
  public static var abi: Int { 1_000_000 * 1_000_000 + stageKitCompilerVersion() }

  /// Hands stages to the host that is loading this module.
  public static func offer(_ stages: any Stage.Type...) { offers.withLock { $0 += stages } }

  /// Takes what was offered since the last call.
  public static func takeOffers() -> [any Stage.Type] {
    offers.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// The compiler's version as major · 10,000 + minor · 100 + patch, as far as it can be told.
@_alwaysEmitIntoClient
public func stageKitCompilerVersion() -> Int {
  #if compiler(>=6.5)
    return 60500
  #elseif compiler(>=6.4)
    return 60400
  #elseif compiler(>=6.3.3)
    return 60303
  #elseif compiler(>=6.3.2)
    return 60302
  #elseif compiler(>=6.3.1)
    return 60301
  #elseif compiler(>=6.3)
    return 60300
  #elseif compiler(>=6.2)
    return 60200
  #elseif compiler(>=6.1)
    return 60100
  #else
    return 60000
  #endif
}

/// The stages that jobs can use, by name; frozen once planning starts.
public struct StageRegistry: Sendable {
  private var types: [String: any Stage.Type] = [:]

  public init() {}

  /// Of the given stages; where two have one name the first counts.
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
