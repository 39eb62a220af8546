import Files
import Video

/// Checks for pictures that commands write: an existing file is replaced only if this program made it, or with
/// `--force`.
enum PictureFile {
  static let force = OptionSpecification(flag: "force", "Also replace a file that this program did not make.")

  static func check(
    _ path: String, _ arguments: ParsedArguments, option: String = "output"
  ) throws(UsageError) {
    try check(path, replacesForeignFiles: arguments.has("force"), option: option)
  }

  static func check(
    _ path: String, replacesForeignFiles: Bool, option: String = "output"
  ) throws(UsageError) {
    // `exists` is true for a dangling link, too.
    if !replacesForeignFiles, FileSystem.exists(path), !FileSignature.isOwnPicture(at: path) {
      throw .message(
        "'\(path)' already exists and was not made by this program. Move it away, or use --force.")
    }
    try PathOptions.checkWritable(file: path, option: option)
  }
}
