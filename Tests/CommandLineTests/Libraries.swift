import Foundation
import StageKit
import TestSupport
import Testing

/// Real libraries, made while the tests run.
struct Libraries {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One library from Swift.
  init(_ module: String, _ source: String) throws {
    try self.init()
    try addSwift(module, source)
  }

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
    """
    #include <stdlib.h>
    #include <unistd.h>
    const char marks[] = "pipeline-stage-kit:\(kit); pipeline-swift:\(swift);";
    void pipeline_stages_\(module)(void) { \(body) }
    """
  }

  /// A module with one stage of its name; see `declaration`.
  static func stage(_ module: String, named name: String, members: String = "", _ body: String = "") -> String {
    self.module(module, [(module, declaration(module, named: name, members: members, body))])
  }

  /// A module that offers stages.
  static func module(
    _ name: String, imports: [String] = ["Glibc"], _ stages: [(type: String, source: String)]
  ) -> String {
    """
    \((imports + ["StageKit"]).map { "import \($0)" }.joined(separator: "\n"))

    \(stages.map(\.source).joined(separator: "\n"))
    @_cdecl("pipeline_stages_\(name)") public func stages() {
      \(stages.map { "StageModule.offer(\($0.type).self)" }.joined(separator: "\n  "))
    }
    """
  }

  /// A stage that draws a circle; `body` is what `frame(at:_:)` does with `frame` then, `members` are of the type.
  static func declaration(_ type: String, named name: String, members: String, _ body: String) -> String {
    """
    public struct \(type): Stage, ParameterGroup {
      public static let definition = StageDefinition(Self.self, "\(name)", version: 1, "A test.")
      @Parameter("Its size.", .range(1...9, .points)) var size: Animated<Double> = 3
      @Parameter("Its speed.", .range(0...4)) var speed = 1.0
    \(members)
      public init() {}
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        var frame = StageFrame()
        let radius = size.value(at: time.seconds)
        frame.drawing.fill(.circle(center: Point(time.seconds * speed, 0), radius: radius), .white)
    \(body)
        return frame
      }
    }

    """
  }
}
