import Files
import Glibc

/// The folders of installed fonts.
public enum FontFolders {
  /// `share/pipeline/fonts` of the program's installation if there is such a folder, and then no other, so that text is the
  /// same on every machine that the installation is copied to. Otherwise the system's folders and the user's.
  ///
  /// The user's folders are those of the account, and not those of `HOME`.
  public static let all: [String] = {
    let own = "\(ProgramFile.folder)/../share/pipeline/fonts"
    if let folder = RealPath.of(own), FileSystem.isFolder(folder) { return [folder] }
    return ["/usr/share/fonts", "/usr/local/share/fonts"]
      + (home.map { ["\($0)/.local/share/fonts", "\($0)/.fonts"] } ?? [])
  }()

  /// The account's home folder.
  private static let home: String? = {
    guard let home = getpwuid(getuid()).flatMap({ String(validatingCString: $0.pointee.pw_dir) }) else { return nil }
    return home.hasPrefix("/") ? home : nil
  }()
}
