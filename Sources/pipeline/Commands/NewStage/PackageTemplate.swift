import Reporting

/// The files that make a new stage a separate Swift package.
struct PackageTemplate {
  let name: StageName
  /// The folder with the compiled modules and the libraries of StageKit and StageTesting.
  let sdk: String

  var manifest: String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    /// The compiled modules and libraries of StageKit and StageTesting; PIPELINE_SDK overrides it.
    let sdk = Context.environment["PIPELINE_SDK"] ?? "\(sdk)"
    let modules: [SwiftSetting] = [.unsafeFlags(["-I", "\\(sdk)/Modules"])]
    let libraries: [LinkerSetting] = [.unsafeFlags(["-L", "\\(sdk)/lib", "-Xlinker", "-rpath", "-Xlinker", "\\(sdk)/lib"])]

    let package = Package(
      name: "\(name.module)",
      products: [.library(name: "\(name.module)Stage", type: .dynamic, targets: ["\(name.module)"])],
      targets: [
        .target(
          name: "\(name.module)", swiftSettings: modules, linkerSettings: libraries + [.linkedLibrary("StageKit")]),
        .testTarget(
          name: "\(name.module)Tests", dependencies: ["\(name.module)"], exclude: ["Goldens"], swiftSettings: modules,
          linkerSettings: libraries + [.linkedLibrary("StageKit"), .linkedLibrary("StageTesting")]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  static let ignored = """
    .build/
    /out/
    /*.png

    """

  /// The commands of a stage's author, in order.
  private var commands: [String] {
    TextTable.lines(
      [
        ["swift build -c release", "# builds .build/release/lib\(name.module)Stage.so"],
        ["swift test", "# with RECORD_GOLDENS=1: records the goldens again"],
        [
          "pipeline check-stage \(name.job) --plugins .build/release",
          "# is it pure, with extreme parameters too? --seconds 0: a quick look",
        ],
        ["pipeline still jobs/\(name.job).json --at 1 --plugins .build/release", "# writes a picture"],
        ["pipeline run jobs --plugins .build/release", "# writes out/\(name.job).mp4"],
      ], indent: 0)
  }

  var readme: String {
    """
    # \(name.module)

    A stage for pipeline, `\(name.job)`.

    ```sh
    \(commands.joined(separator: "\n"))
    ```

    - `Sources/\(name.module)/\(name.module).swift` is the stage: its parameters, its outputs, and how it draws.
    - After you change the drawing, the test of its golden fails until `RECORD_GOLDENS=1 swift test` records it anew, which
      itself fails once and says so.
    - `pipeline schema --plugins .build/release -o job.schema.json` lets editors complete and check the job.
    - Copied to `~/.local/share/pipeline/plugins/`, the library is found without `--plugins`. `PIPELINE_PLUGINS` names more
      folders, separated by colons.
    - The library works with the versions of pipeline and Swift that it was built with; after an update of either, build it
      again. Where pipeline is installed elsewhere, set `PIPELINE_SDK` to its folder `share/pipeline/sdk` for
      `swift build`.

    """
  }
}
