import Synchronization

/// The registration of a module's stages.
///
/// Each stage module exports one C function, named after the module, here `HaloPulse`:
///
///     @_cdecl("pipeline_stages_HaloPulse") public func stages() { StageModule.offer(HaloPulse.self) }
///
/// The module's file then holds the versions of StageKit and of the compiler that it was built with, as marks.
public enum StageModule {
  private static let offers = Mutex<[any Stage.Type]>([])

  /// The versions of this interface and of the compiler as `StageABI.number`, compiled into the module that reads it.
  ///
  /// The interface's major number changes with whatever keeps existing stage modules from compiling, the minor one with
  /// whatever is added. A host loads only modules that were built with its own versions; it reads them from the marks
  /// in a module's file before it loads the module.
  @_alwaysEmitIntoClient
  public static var abi: Int { abi(stageKit: "pipeline-stage-kit:3.0.0;", compiler: stageKitCompilerMark()) }

  /// The number that encodes two marks such as `pipeline-swift:6.3.1;`.
  public static func abi(stageKit: StaticString, compiler: StaticString) -> Int {
    func parts(_ mark: StaticString) -> [Int] {
      "\(mark)".split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    }
    return StageABI(stageKit: parts(stageKit), swift: parts(compiler)).number
  }

  /// Hands stages to the host that is loading this module.
  @_alwaysEmitIntoClient
  public static func offer(_ stages: any Stage.Type...) { take(stages, abi: abi) }

  /// Takes stages from a module that was built with the versions of a number; none if that is not this library's own.
  public static func take(_ stages: [any Stage.Type], abi number: Int) {
    if number == abi { offers.withLock { $0 += stages } }
  }

  /// Takes what was offered since the last call.
  public static func takeOffers() -> [any Stage.Type] {
    offers.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// The compiler's version as a mark, as precisely as conditional compilation knows it.
@_alwaysEmitIntoClient
public func stageKitCompilerMark() -> StaticString {
  #if compiler(>=6.5)
    return "pipeline-swift:6.5.0;"
  #elseif compiler(>=6.4)
    return "pipeline-swift:6.4.0;"
  #elseif compiler(>=6.3.3)
    return "pipeline-swift:6.3.3;"
  #elseif compiler(>=6.3.2)
    return "pipeline-swift:6.3.2;"
  #elseif compiler(>=6.3.1)
    return "pipeline-swift:6.3.1;"
  #elseif compiler(>=6.3)
    return "pipeline-swift:6.3.0;"
  #elseif compiler(>=6.2)
    return "pipeline-swift:6.2.0;"
  #elseif compiler(>=6.1)
    return "pipeline-swift:6.1.0;"
  #else
    return "pipeline-swift:6.0.0;"
  #endif
}
