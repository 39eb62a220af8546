// swift-tools-version: 6.0
import PackageDescription

/// One dynamic library, so that the host and every stage module share a single copy of these types.
let package = Package(
  name: "StageKit",
  products: [.library(name: "StageKit", type: .dynamic, targets: ["StageKit", "Graphics", "Timing", "Geometry"])],
  targets: [
    .target(name: "Geometry"),
    .target(name: "Timing"),
    .target(name: "Graphics", dependencies: ["Geometry"]),
    .target(name: "StageKit", dependencies: ["Geometry", "Timing", "Graphics"]),
  ],
  swiftLanguageModes: [.v6]
)
