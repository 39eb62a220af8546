import CSystem
import Foundation

/// The file of this process's own program.
///
/// The dynamic loader can be started with a program as its argument, which is how a bundle runs with its own libraries.
/// The system then takes the loader for the program; this does not.
public enum ProgramFile {
  /// Its real path.
  public static let path: String = {
    let path = mapped ?? executable
    return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
  }()

  /// A path that its bytes can be read from, if possible also where the file was replaced since it was started.
  public static let readablePath = isStartedDirectly ? "/proc/self/exe" : path

  /// The folder that it is in.
  public static var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// The command that starts this program again: a program, and the arguments before its own.
  public static let command: (program: String, arguments: [String]) = {
    if isStartedDirectly { return (path, []) }
    let line = (FileHandle(forReadingAtPath: "/proc/self/cmdline")?.readDataToEndOfFile() ?? Data())
      .split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
    // The loader's options, and then the program as it was named, which may be relative to another folder by now.
    let options = line.dropFirst().dropLast(CommandLine.arguments.count)
    return (executable, options + [path])
  }()

  private static let deleted = " (deleted)"
  private static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  private static let mapped = MappedFile.all.first { $0.addresses.contains(UInt(loaded_program_address())) }?.path
  private static let isStartedDirectly = mapped == nil || mapped == executable
}
