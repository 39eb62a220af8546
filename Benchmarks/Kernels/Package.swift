// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Kernels",
  dependencies: [.package(name: "pipeline", path: "../.."), .package(path: "../../Sources/StageKit")],
  targets: [
    .executableTarget(
      name: "kernels",
      dependencies: [
        .product(name: "Raster", package: "pipeline"), .product(name: "StageKit", package: "StageKit"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
