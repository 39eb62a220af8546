// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Shares", targets: [.executableTarget(name: "shares")], swiftLanguageModes: [.v6])
