// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// The libraries of all stage modules, built beside the program, which loads them.
let plugins = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Plugins")
let stageLibraries = ((try? FileManager.default.contentsOfDirectory(atPath: plugins.path)) ?? [])
  .filter { !$0.hasPrefix(".") }
  .sorted()
  .map { Target.Dependency.product(name: "\($0)Stage", package: "pipeline") }

/// libFuzzer without a main function; only the program links it, and the libraries find its functions there.
let fuzzer = ProcessInfo.processInfo.environment["PIPELINE_FUZZER_LIBRARY"] ?? ""

let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "pipeline", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", .product(name: "FuzzTargets", package: "pipeline"),
      ] + stageLibraries,
      linkerSettings: [
        .unsafeFlags(["-Xlinker", fuzzer, "-Xlinker", "--export-dynamic"]), .linkedLibrary("stdc++"),
        .linkedLibrary("m"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
