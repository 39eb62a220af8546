// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Shapes",
  dependencies: [.package(name: "pipeline", path: "../.."), .package(path: "../../Sources/StageKit")],
  targets: [
    .executableTarget(
      name: "shapes",
      dependencies: [
        .product(name: "Raster", package: "pipeline"), .product(name: "StageKit", package: "StageKit"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
