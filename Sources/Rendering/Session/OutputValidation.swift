import Files
import Foundation
import JobFile
import Reporting
import Video

/// The places of a run's outputs, checked before anything is rendered.
///
/// Outputs stay below the output folder, symbolic links followed; no two are one file; and what is there already is
/// replaced only if this program made it, or where the user says so. A link under an output's own name is never followed:
/// a new file takes its place.
public struct OutputValidation {
  private let folder: String
  /// The output folder with links followed, where there is one.
  private let realFolder: String?
  private let replacesForeignFiles: Bool
  private var owners = OutputOwners()

  /// For each job what is wrong with its outputs' places.
  public static func faults(of jobs: [Job], _ settings: RenderSettings) -> [[Diagnostic]] {
    var places = OutputValidation(settings)
    return jobs.map { places.faults(of: $0) }
  }

  private init(_ settings: RenderSettings) {
    folder = settings.outputFolder
    realFolder = RealPath.of(folder)
    replacesForeignFiles = settings.replacesForeignFiles
  }

  private mutating func faults(of job: Job) -> [Diagnostic] {
    job.outputs.compactMap { output in
      fault(of: output.file, of: job).map { message, hint in
        job.diagnostic(at: output.position, path: output.path, message, hint: hint)
      }
    }
  }

  private mutating func fault(of file: String, of job: Job) -> (String, hint: String?)? {
    var parts = file.split(separator: "/").map(String.init)
    guard let name = parts.popLast() else { return nil }
    let path = (folder as NSString).appendingPathComponent(file)
    if let fault = FileFault.length(ofFile: path) { return (fault.message, fault.hint) }
    var place = realFolder ?? folder
    for part in parts {
      place += "/\(part)"
      // Folders that are not there yet will be made.
      guard let real = RealPath.of(place) else { continue }
      if let realFolder, !RealPath.isBelow(real, realFolder) {
        return ("'\(file)' leads out of '\(folder)', to '\(real)'", "'\(part)' is a symbolic link; remove it.")
      }
      place = real
    }
    place += "/\(name)"
    if let owner = owners.claim(place, for: job.file) {
      return ("'\(file)' is written by \(owner == job.file ? "another output" : owner) too", nil)
    }
    if !parts.isEmpty, let fault = FileFault.writing(inFolder: (path as NSString).deletingLastPathComponent) {
      return (fault.message, fault.hint)
    }
    if FileFault.isFolder(place) { return ("'\(path)' is a folder, not a file", "Move it away.") }
    if !replacesForeignFiles, FileFault.isThere(place), !isOwnMovie(at: place) {
      return ("'\(path)' is there already, and no video that this program made", "Move it away, or use --force.")
    }
    return nil
  }
}
