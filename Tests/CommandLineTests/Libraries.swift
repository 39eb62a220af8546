import Foundation
import StageKit
import TestSupport
import Testing

/// Real libraries, made while the tests run.
struct Libraries {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.url.path }

  private static func tool(_ name: String) throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    return URL(fileURLWithPath: try #require(path, "there is no \(name)"))
  }

  /// Builds `lib<Module>Stage.so` from C.
  func addC(_ module: String, _ source: String) throws {
    try folder.write(source, to: "\(module).c")
    try build("clang", ["-shared", "-fPIC", "\(module).c", "-o", "lib\(module)Stage.so"])
  }

  /// Builds `lib<Module>Stage.so` from Swift, as a package of its own would.
  func addSwift(_ module: String, _ source: String) throws {
    try folder.write(source, to: "\(module).swift")
    let products = program.deletingLastPathComponent().path
    try build(
      "swiftc",
      [
        "-emit-library", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-Onone", "-module-name",
        module, "\(module).swift", "-I", "\(products)/Modules", "-L", products, "-lStageKit", "-o",
        "lib\(module)Stage.so",
      ])
  }

  private func build(_ compiler: String, _ arguments: [String]) throws {
    let outcome = try run(try Self.tool(compiler), arguments, in: folder.url)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// C that has the marks of StageKit and Swift in these versions, and a function that registers.
  static func marked(_ module: String, kit: String, swift: String, registering body: String = "") -> String {
    func parts(_ version: String) -> [Int] { version.split(separator: ".").compactMap { Int($0) } }
    let abi = StageABI(stageKit: parts(kit), swift: parts(swift)).number
    return """
      #include <stdlib.h>
      #include <unistd.h>
      const char marks[] = "pipeline-stage-kit:\(kit); pipeline-swift:\(swift);";
      long pipeline_abi_\(module)(void) { return \(abi)L; }
      void pipeline_stages_\(module)(void) { \(body) }
      """
  }

  /// A stage in Swift; `body` is what `frame(at:_:)` does with `frame`, `members` stand beside it.
  static func stage(_ module: String, named name: String, members: String = "", _ body: String = "") -> String {
    """
    import Glibc
    import StageKit

    public struct \(module): Stage {
      public static let definition = StageDefinition(
        name: "\(name)", version: 1, summary: "A test.", parameters: [size, speed])
      static let size = ParameterKey.number("size", "Its size.", default: 3, .range(1...9, .points)).animated
      static let speed = ParameterKey.number("speed", "Its speed.", default: 1, .range(0...4))
      let size: Animated<Double>
      let speed: Double
    \(members)
      public init(_ parameters: ParameterValues, _ context: any StageContext) {
        size = parameters[Self.size]
        speed = parameters[Self.speed]
      }
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        var frame = StageFrame()
        let radius = size.value(at: time.seconds)
        frame.drawing.fill(.circle(center: Point(time.seconds * speed, 0), radius: radius), .white)
    \(body)
        return frame
      }
    }
    @_cdecl("pipeline_abi_\(module)") public func abi() -> Int { StageModule.abi }
    @_cdecl("pipeline_stages_\(module)") public func stages() { StageModule.offer(\(module).self) }
    """
  }
}
