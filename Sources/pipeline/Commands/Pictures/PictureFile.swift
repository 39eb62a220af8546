import Files
import Video

/// The rules for pictures that commands write: what is there already is replaced only if this program made it, or where
/// the user says so.
enum PictureFile {
  static let force = OptionSpecification(flag: "force", "Replace a file too that this program did not make.")

  static func check(_ path: String, _ arguments: ParsedArguments) throws(UsageError) {
    // A link that leads nowhere is there, too.
    if !arguments.has("force"), FileSystem.exists(path), !isOwnPicture(at: path) {
      throw .message(
        "'\(path)' already exists and was not made by this program. Move it away, or use --force.")
    }
    try PathOptions.checkWritable(file: path, option: "output")
  }
}
