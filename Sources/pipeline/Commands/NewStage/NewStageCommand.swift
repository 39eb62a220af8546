import Files
import Foundation
import StageKit

/// `pipeline new-stage`.
enum NewStageCommand {
  static let specification = CommandSpecification(
    name: "new-stage", operands: "NAME", operandCount: 1...1,
    summary: "Create a new stage that draws an example, with tests and a job.",
    details: """
      In a checkout, creates the stage in Plugins/, its tests in Tests/ and its job in jobs/, and updates the generated
      documents. With --package, creates a separate Swift package that builds against this installation.
      """,
    options: [
      .init("package", "DIR", "Create a separate package in this new folder."),
      .init(
        flag: "no-build", "In a checkout: do not update the generated documents; ./Scripts/generate does it later."),
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = arguments.string("package")
    let checkout = folder == nil ? SDKFolders.checkout(around: FileManager.default.currentDirectoryPath) : nil
    let name = try StageName(arguments.operands[0], checkout: checkout)
    if let origin = StageLoading().origins[name.job] {
      throw UsageError.message("the stage '\(name.job)' already exists, in \(origin)")
    }
    if let folder { return try writePackage(name, to: folder) }
    guard let checkout else {
      throw UsageError.message(
        "this is not a checkout of pipeline. Create a separate package: pipeline new-stage \(name.job) --package "
          + name.module)
    }
    return try write(name, into: checkout, builds: !arguments.has("no-build"))
  }

  /// Runs the script that writes generated documents, with this process's streams.
  private static func generate(in checkout: String) throws -> ChildProcess.End {
    let script = "\(checkout)/Scripts/generate"
    do {
      return try ChildProcess(script, [], folder: checkout, descriptors: [0, 1, 2], hasOwnGroup: false).wait()
    } catch {
      throw UsageError.message("\(script): cannot be run: \(SystemError.message(of: error))")
    }
  }

  private static func write(_ name: StageName, into checkout: String, builds: Bool) throws -> ExitCode {
    let template = StageTemplate(name: name)
    let files = NewFiles(
      folder: checkout,
      [
        ("jobs/\(name.job).json", template.job(schema: "../Documentation/job.schema.json", needsPlugin: false)),
        ("Plugins/\(name.module)/\(name.module).swift", template.source),
        ("Tests/\(name.module)Tests/\(name.module)Tests.swift", template.tests),
        ("Tests/\(name.module)Tests/Goldens/quarter.txt", StageTemplate.golden),
      ])
    try files.write()
    if builds {
      Terminal.error("Building, to update the generated documents")
      guard try generate(in: checkout) == .exited(0) else { return .renderFailed }
    }
    Terminal.print(
      """

      Next:
        ./Scripts/pipeline still jobs/\(name.job).json --at 1
        ./Scripts/pipeline check-stage \(name.job)
        ./Scripts/test --filter \(name.module)Tests
      After a change of parameters: ./Scripts/generate
      """)
    return .success
  }

  private static func writePackage(_ name: StageName, to folder: String) throws -> ExitCode {
    try PathOptions.checkWritable(folder: folder, option: "package")
    guard let sdk = SDKFolders.sdk else {
      throw UsageError.message(
        "StageKit is not installed with this program. Install pipeline with ./Scripts/install, or build it with "
          + "./Scripts/build, or set PIPELINE_SDK to the folder with its modules and libraries")
    }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if !present.isEmpty { throw UsageError.message("\(folder): is not empty; a new package needs a folder of its own") }
    let template = StageTemplate(name: name)
    let package = PackageTemplate(name: name, sdk: sdk)
    let files = NewFiles(
      folder: folder,
      [
        ("Package.swift", package.manifest), ("README.md", package.readme), (".gitignore", PackageTemplate.ignored),
        ("Sources/\(name.module)/\(name.module).swift", template.source),
        ("Tests/\(name.module)Tests/\(name.module)Tests.swift", template.tests),
        ("Tests/\(name.module)Tests/Goldens/quarter.txt", StageTemplate.golden),
        ("jobs/\(name.job).json", template.job(schema: "../job.schema.json", needsPlugin: true)),
      ])
    try files.write()
    Terminal.print(
      """

      Next:
        cd \(folder)
        swift build -c release
        pipeline run jobs --plugins .build/release
      More is in README.md.
      """)
    return .success
  }
}
