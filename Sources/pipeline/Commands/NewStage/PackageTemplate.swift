/// The files that make a new stage a separate Swift package.
struct PackageTemplate {
  let name: StageName
  /// The folder with the packages StageKit and StageTesting.
  let sdk: String

  var manifest: String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    /// The folder of StageKit and StageTesting; PIPELINE_SDK overrides it.
    let sdk = Context.environment["PIPELINE_SDK"] ?? "\(sdk)"

    let package = Package(
      name: "\(name.module)",
      products: [.library(name: "\(name.module)Stage", type: .dynamic, targets: ["\(name.module)"])],
      dependencies: [.package(path: "\\(sdk)/StageKit"), .package(path: "\\(sdk)/StageTesting")],
      targets: [
        .target(name: "\(name.module)", dependencies: [.product(name: "StageKit", package: "StageKit")]),
        .testTarget(
          name: "\(name.module)Tests",
          dependencies: [
            "\(name.module)", .product(name: "StageKit", package: "StageKit"),
            .product(name: "StageTesting", package: "StageTesting"),
          ], exclude: ["Goldens"]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  static let ignored = """
    .build/
    /out/

    """

  var readme: String {
    """
    # \(name.module)

    A stage for pipeline, `\(name.job)`.

    ```sh
    swift build -c release                                            # builds .build/release/lib\(name.module)Stage.so
    swift test                                                        # with RECORD_GOLDENS=1: records the goldens again
    pipeline check-stage \(name.job) --plugins .build/release         # is it pure, with extreme parameters too?
    pipeline still jobs/\(name.job).json --at 1 --plugins .build/release
    pipeline run jobs --plugins .build/release
    ```

    - `Sources/\(name.module)/\(name.module).swift` is the stage: its parameters, its outputs, and how it draws.
    - `pipeline schema --plugins .build/release -o job.schema.json` lets editors complete and check the job.
    - Copied to `~/.local/share/pipeline/plugins/`, the library is found without `--plugins`. `PIPELINE_PLUGINS` names more
      folders, separated by colons.
    - The library works with the versions of pipeline and Swift that it was built with; after an update of either, build it
      again.

    """
  }
}
