import Files

/// Checks of files and folders that options name, made before a command does anything else.
enum PathOptions {
  /// Throws if files cannot be written to a folder.
  static func checkWritable(folder: String, option: String) throws(UsageError) {
    do { try FileSystem.checkWritable(folder: folder) } catch { throw .path(option: option, value: folder, error) }
  }

  /// Throws if a file cannot be written.
  static func checkWritable(file: String, option: String) throws(UsageError) {
    do { try FileSystem.checkWritable(file: file) } catch { throw .path(option: option, value: file, error) }
  }

  /// Throws if a file cannot be read.
  static func checkReadable(file: String, option: String) throws(UsageError) {
    do { try FileSystem.checkReadable(file) } catch { throw .path(option: option, value: file, error) }
  }

  /// Throws if a folder exists and its files cannot be listed.
  static func checkListable(folder: String, option: String) throws(UsageError) {
    do { try FileSystem.checkListable(folder: folder) } catch { throw .path(option: option, value: folder, error) }
  }

  /// Creates a folder and those that contain it.
  static func createFolder(_ folder: String, option: String) throws(UsageError) {
    do {
      try FileSystem.checkWritable(folder: folder)
      try FileSystem.createFolder(folder)
    } catch { throw .path(option: option, value: folder, error) }
  }
}
