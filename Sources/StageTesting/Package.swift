// swift-tools-version: 6.0
import PackageDescription

/// The tools for tests of stages, for packages of their own: a host without pictures, and jobs as text.
let package = Package(
  name: "StageTesting",
  products: [.library(name: "StageTesting", targets: ["StageTesting"])],
  dependencies: [.package(path: "../StageKit")],
  targets: [
    .target(name: "CSystem"),
    .target(name: "Files", dependencies: ["CSystem"]),
    .target(name: "Formats", dependencies: [.product(name: "StageKit", package: "StageKit")]),
    .target(name: "Reporting"),
    .target(
      name: "JobFile", dependencies: ["Files", "Formats", "Reporting", .product(name: "StageKit", package: "StageKit")]),
    .target(name: "StageTesting", dependencies: ["JobFile", .product(name: "StageKit", package: "StageKit")]),
  ],
  swiftLanguageModes: [.v6]
)
