import Files
import Foundation
import StageKit
import Text

extension MachineIdentity {
  /// The name of the math library's part.
  static let mathematics = "math library"

  /// Encoders' own libraries and those that they call.
  static let encoders = [
    "libavcodec", "libavformat", "libavutil", "libswresample", "libswscale", "libx264", "libx265", "libvpx",
    "libSvtAv1Enc", "libebur128", "libopus", "libz",
  ]

  /// Those, the ones that find fonts and lay out text, and the one that converts colors.
  private static let libraries =
    encoders + [
      "libfontconfig", "libfreetype", "libfribidi", "libharfbuzz", "libicudata", "libicui18n", "libicuuc", "liblcms2",
    ]

  /// The identity of this process, with the stage libraries that are loaded by now. Takes some 10 ms.
  public static func current() -> MachineIdentity {
    var parts: [String: Digest] = [
      "program": ProgramIdentity.program, "StageKit": ProgramIdentity.stageKit,
      mathematics: ProgramIdentity.mathematics, "fonts": installedFonts,
    ]
    for path in ProgramIdentity.stageLibraries {
      let module = name(of: path).dropFirst("lib".count).dropLast("Stage".count)
      parts["stage library \(module)"] = FileDigest.whole(path)
    }
    for path in ProgramIdentity.mappedFiles where libraries.contains(name(of: path)) {
      parts[name(of: path)] = FileDigest.library(path)
    }
    return MachineIdentity(parts: parts.mapValues(\.description))
  }

  /// The digest of all fonts that text may choose. Takes some milliseconds, once.
  static let installedFonts = fonts(in: FontFolders.all)

  /// The digest of the contents of all font files below some folders, wherever they are and whatever their names are.
  static func fonts(in folders: [String]) -> Digest {
    var fonts: Set<Digest> = []
    var seen: Set<String> = []
    var rest = folders
    while let folder = rest.popLast() {
      // As fontconfig, this follows links and leaves out hidden files.
      guard let real = RealPath.of(folder), seen.insert(real).inserted else { continue }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: real)) ?? [] where !name.hasPrefix(".") {
        let path = "\(real)/\(name)"
        if FileSystem.isFolder(path) {
          rest.append(path)
        } else if let font = FileDigest.font(path) {
          fonts.insert(font)
        }
      }
    }
    return Digest { hasher in for font in fonts.sorted() { hasher.combine(font) } }
  }

  /// `libx264` for `/usr/lib/libx264.so.164`.
  static func name(of path: String) -> String {
    let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    return String(file[..<(file.firstRange(of: ".so")?.lowerBound ?? file.endIndex)])
  }
}
