// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// The libraries of all stage modules, built beside the program, which loads them.
let plugins = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Plugins")
let stageLibraries = ((try? FileManager.default.contentsOfDirectory(atPath: plugins.path)) ?? [])
  .filter { !$0.hasPrefix(".") }
  .sorted()
  .map { Target.Dependency.product(name: "\($0)Stage", package: "pipeline") }

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "pipeline", path: ".."), .package(path: "../Sources/StageKit")],
  targets: [
    .target(name: "CAllocationCount"),
    .target(name: "CScaler", linkerSettings: [.linkedLibrary("swscale")]),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "CAllocationCount", "CScaler", .product(name: "PipelineHost", package: "pipeline"),
        .product(name: "StageKit", package: "StageKit"),
      ] + stageLibraries),
  ],
  swiftLanguageModes: [.v6]
)
