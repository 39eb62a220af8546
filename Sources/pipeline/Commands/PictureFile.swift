import Files
import Video

/// The rules for pictures that commands write: what is there already is replaced only if this program made it, or where
/// the user says so.
enum PictureFile {
  static let force = OptionSpecification(flag: "force", "Replace a file too that this program did not make.")

  static func check(_ path: String, _ arguments: ParsedArguments) throws(UsageError) {
    // A link that leads nowhere is there, too.
    if !arguments.has("force"), FileFault.isThere(path), !isOwnPicture(at: path) {
      throw .message(
        "'\(path)' is there already, and no picture that this program made. Move it away, or use --force.")
    }
    try OutputPaths.check(file: path, option: "output")
  }
}
