// swift-tools-version: 6.0
import PackageDescription

/// One dynamic library, so that the host and every stage module share a single copy of these types.
let package = Package(
  name: "StageKit",
  products: [
    .library(
      name: "StageKit", type: .dynamic,
      targets: ["StageKit", "Graphics", "Timing", "TimedText", "Geography", "Geometry", "Coding"])
  ],
  targets: [
    .target(name: "Coding"),
    .target(name: "Geometry", dependencies: ["Coding"]),
    .target(name: "Geography", dependencies: ["Coding", "Geometry", "Graphics"]),
    .target(name: "TimedText", dependencies: ["Coding"]),
    .target(name: "Timing", dependencies: ["Coding"]),
    .target(name: "Graphics", dependencies: ["Coding", "Geometry"]),
    .target(name: "StageKit", dependencies: ["Coding", "Geometry", "Geography", "TimedText", "Timing", "Graphics"]),
  ],
  swiftLanguageModes: [.v6]
)
