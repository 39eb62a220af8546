import Files
import Foundation

/// Where commands write, checked before anything else is done, so that a wrong place is told once.
enum OutputPaths {
  /// Throws where files cannot be written to a folder that an option names, or names unless told.
  static func check(folder: String, option: String) throws(UsageError) {
    if let fault = FileFault.writing(inFolder: folder) { throw .place(option: option, value: folder, fault) }
  }

  /// Throws where a file cannot be written that an option names, or names unless told.
  static func check(file: String, option: String) throws(UsageError) {
    if let fault = FileFault.writing(file: file) { throw .place(option: option, value: file, fault) }
  }

  /// Makes a folder that an option names, with those that it is in.
  static func make(folder: String, option: String) throws(UsageError) {
    try check(folder: folder, option: option)
    if let fault = FileFault.making(folder: folder) { throw .place(option: option, value: folder, fault) }
  }
}
