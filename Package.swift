// swift-tools-version: 6.0
import Foundation
import PackageDescription

/// Every folder below Plugins/ is a stage module: one target and one dynamic library named lib<Folder>Stage.so,
/// which the command line finds beside itself.
let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let pluginNames = subfolders(of: "Plugins")

func subfolders(of folder: String) -> [String] {
  let url = packageFolder.appendingPathComponent(folder)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  return names.sorted().filter { name in
    var isFolder: ObjCBool = false
    let path = url.appendingPathComponent(name).path
    return !name.hasPrefix(".") && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

let stageKit: Target.Dependency = .product(name: "StageKit", package: "StageKit")

/// The host's own modules, with what each one imports but for StageKit; a test compares.
let hostModules: [(name: String, dependencies: [Target.Dependency])] = [
  ("Files", ["CSystem"]),
  ("Formats", []),
  ("Memory", []),
  ("Raster", ["CRasterKernels", "Formats", "Memory"]),
  ("Text", ["CFonts", "CICU", "CText", "Files"]),
  ("Documents", ["CXML"]),
  ("SVG", ["Compression", "Documents"]),
  ("SubtitleFiles", ["Documents"]),
  ("LottieFiles", ["Compression", "Documents"]),
  ("Elevation", ["CTIFF"]),
  ("Compression", ["CZLib"]),
  ("RouteFiles", ["Compression", "Documents"]),
  ("MapFiles", ["CSQLite", "Compression"]),
  ("MediaBase", ["CLibAV", "CLibAVLog"]),
  ("Sound", ["CEBUR128", "CLibAV", "Formats", "MediaBase"]),
  (
    "Video",
    [
      "CDeinterlacing", "CLCMS", "CLibAV", "CLibHEIF", "CTIFF", "CWebP", "Compression", "Files", "Formats", "MediaBase",
    ]
  ),
  ("Reporting", []),
  ("Messages", ["CICU"]),
  ("JobFile", ["Files", "Formats", "Reporting"]),
  ("Planning", ["Files", "Formats", "JobFile", "Reporting", "SubtitleFiles"]),
  ("Store", ["Files"]),
  (
    "Rendering",
    [
      "CSystem", "Compression", "Elevation", "Files", "Formats", "JobFile", "LottieFiles", "MapFiles", "Memory",
      "MediaBase", "Planning", "Raster", "Reporting", "RouteFiles", "SVG", "Sound", "Store", "SubtitleFiles", "Text",
      "Video",
    ]
  ),
  (
    "Regression",
    [
      "Files", "Formats", "JobFile", "LottieFiles", "MediaBase", "Planning", "Rendering", "Reporting", "Sound", "Store",
      "Text", "Video",
    ]
  ),
  (
    "Preview",
    [
      "CHTTPServer", "CPreviewPage", "Files", "JobFile", "MediaBase", "Planning", "Rendering", "Reporting", "Sound",
      "Video",
    ]
  ),
]

/// The libraries that stages bind themselves.
let pluginDependencies: [String: [Target.Dependency]] = [
  "Lottie": ["LottieFiles"], "QRCode": ["CQREncode", "CZint"],
]

/// Test targets exist for every host module and plugin that has a folder below Tests/.
let testFolders = Set(subfolders(of: "Tests").filter { $0.hasSuffix("Tests") })
let testDependencies: [String: [Target.Dependency]] = [
  "FilesTests": ["Files"],
  "FormatsTests": ["Formats"],
  "ReportingTests": ["Reporting"],
  "MemoryTests": ["Memory"],
  "RasterTests": ["Raster", "CRasterKernels", "Formats", "Memory"],
  "TextTests": ["Text"],
  "DocumentsTests": ["Documents"],
  "SVGTests": ["SVG", "Raster"],
  "SubtitleFilesTests": ["SubtitleFiles"],
  "ElevationTests": ["Elevation"],
  "RouteFilesTests": ["RouteFiles"],
  "MapFilesTests": ["MapFiles", "CSQLite", "TestSupport"],
  "VideoTests": ["TestSupport", "CDeinterlacing", "Video", "MediaBase", "Sound", "Raster", "Formats"],
  "SoundTests": ["TestSupport", "Sound", "MediaBase", "Formats"],
  "JobFileTests": ["TestSupport", "Files", "Formats", "JobFile", "Messages", "Reporting"],
  "MessagesTests": ["Messages"],
  "ChartTests": ["Messages"],
  "LottieTests": ["LottieFiles"],
  "CounterTests": ["Messages"],
  "PlanningTests": ["Planning", "Formats", "JobFile", "Reporting"],
  "StoreTests": ["Store"],
  "RenderingTests": [
    "TestSupport", "Rendering", "Formats", "Memory", "Planning", "JobFile", "Reporting", "Sound", "Store", "Video",
    "Raster",
  ],
  "RegressionTests": [
    "TestSupport", "Regression", "Formats", "Rendering", "Planning", "JobFile", "Store", "Video", "Raster",
  ]
    + pluginNames.map { .target(name: $0) },
  "PreviewTests": [
    "TestSupport", "Preview", "Files", "Formats", "JobFile", "Messages", "Planning", "Rendering", "Reporting",
  ],
  "CommandLineTests": ["TestSupport", "pipeline", "Files", "Formats", "JobFile", "Reporting", "Video"],
  "StageTestingTests": ["StageTesting"],
  "StageKitTests": ["StageTesting"],
  "FuzzTargetsTests": ["FuzzTargets"] + pluginNames.map { .target(name: $0) },
]

func tests(_ folder: String) -> Target {
  let plugin = String(folder.dropLast("Tests".count))
  var dependencies = testDependencies[folder] ?? []
  if pluginNames.contains(plugin) {
    dependencies += [.target(name: plugin), "Raster", "Text", "Rendering", "Planning", "JobFile", "StageTesting"]
  }
  return .testTarget(
    name: folder, dependencies: [stageKit] + dependencies, exclude: excluded(folder), swiftSettings: unoptimized)
}

/// In an optimized build the tests and the command line themselves are not optimized: that would take longer than running
/// them, and all that takes time lies in other modules. Their interfaces are not type-checked a second time for a module file.
let unoptimized: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

/// The rasterizer's loops use memory of its own, and each frame has one of it; scripts of Lottie files run on one thread. Checks
/// at run time that no property is read while it changes took up to a tenth of both; debug builds have them.
let unguarded: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Data that tests read from their own folder is not compiled.
func excluded(_ folder: String) -> [String] {
  subfolders(of: "Tests/\(folder)").filter { ["Goldens", "Data"].contains($0) }
}

let package = Package(
  name: "pipeline",
  products: [
    .executable(name: "pipeline", targets: ["pipeline"]),
    .library(name: "PipelineHost", targets: hostModules.map(\.name)),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    .library(name: "CheckSurroundings", type: .dynamic, targets: ["CCheckSurroundings"]),
  ]
    + pluginNames.map { .library(name: "\($0)Stage", type: .dynamic, targets: [$0]) },
  dependencies: [.package(path: "Sources/StageKit")],
  targets: [
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev", "pkg-config",
        ])
      ]),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev", "pkg-config"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebpmux libwebpdemux libwebp", providers: [.apt(["libwebp-dev", "pkg-config"])]),
    .systemLibrary(name: "CLibHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev", "pkg-config"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev", "pkg-config"])]),
    .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev", "pkg-config"])]),
    .systemLibrary(
      name: "CText", pkgConfig: "harfbuzz fontconfig freetype2",
      providers: [.apt(["libharfbuzz-dev", "libfontconfig-dev", "libfreetype-dev"])]),
    .systemLibrary(name: "CLibXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev", "pkg-config"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev", "pkg-config"])]),
    .systemLibrary(name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev", "pkg-config"])]),
    .systemLibrary(name: "CLibTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev", "pkg-config"])]),
    .systemLibrary(name: "CMicroHTTP", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .target(name: "CRasterKernels"),
    .target(name: "CDeinterlacing"),
    .target(name: "CLibAVLog", dependencies: ["CLibAV"]),
    .target(name: "CXML", dependencies: ["CLibXML"]),
    .target(name: "CTIFF", dependencies: ["CLibTIFF"]),
    .target(name: "CHTTPServer", dependencies: ["CMicroHTTP"]),
    .target(name: "CPreviewPage", exclude: ["page"]),
    .target(name: "CCheckSurroundings"),
    .target(name: "CSystem"),
    .target(name: "CFonts", exclude: ["Fonts"]),
    .target(
      name: "CICU", linkerSettings: ["fribidi", "icui18n", "icuuc"].map { .linkedLibrary($0) }),
  ]
    + hostModules.map {
      .target(
        name: $0.name, dependencies: [stageKit] + $0.dependencies,
        swiftSettings: ["Raster", "LottieFiles"].contains($0.name) ? unguarded : [])
    }
    + [
      .executableTarget(
        name: "pipeline",
        dependencies: [
          stageKit, "CSystem", "Files", "Formats", "JobFile", "LottieFiles", "Memory", "Messages",
          "Planning", "Preview", "Rendering", "Regression", "Reporting", "Sound", "Store", "Text", "Video",
        ],
        swiftSettings: unoptimized,
        linkerSettings: [.unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/pipeline"])])
    ]
    + pluginNames.map {
      .target(name: $0, dependencies: [stageKit] + (pluginDependencies[$0] ?? []), path: "Plugins/\($0)")
    }
    + [
      .target(
        name: "StageTesting", dependencies: [stageKit, "JobFile"], path: "Sources/StageTesting/Sources/StageTesting")
    ]
    + [
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: unoptimized),
      .target(
        name: "FuzzTargets",
        dependencies: [stageKit, "JobFile", "Messages", "Raster", "Rendering", "SVG", "SubtitleFiles", "Video"],
        path: "Tests/FuzzTargets"),
    ]
    + testFolders.sorted().map(tests),
  swiftLanguageModes: [.v6]
)
