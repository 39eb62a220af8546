import Files
import JobFile
import Reporting

/// Finds outputs, of one job or of two, that would write the same file.
///
/// Names that differ only in case or in Unicode composition count as one: on many file systems they are one file.
public struct OutputCollisions {
  /// A name within a folder, which is identified by its number.
  private struct Entry: Hashable {
    let folder: Int
    let name: String
  }

  private var numbers: [Entry: Int] = [:]
  /// The owners of files, and of a file in each folder, by number.
  private var files: [Int: String] = [:]
  private var folders: [Int: String] = [:]

  init() {}

  /// For each job the outputs that an earlier output writes too, by their names alone.
  public static func errors(of jobs: [Job]) -> [[Diagnostic]] {
    var collisions = OutputCollisions()
    return jobs.map { job in
      let outputs =
        job.outputs.map { ($0.file, $0.position, $0.path) } + job.soundOutputs.map { ($0.file, $0.position, $0.path) }
        + job.outputs.flatMap { output in
          job.subtitles.compactMap { entry in
            output.file(of: entry).map { ($0.name, output.position, "\(output.path).subtitles") }
          }
        }
      return outputs.compactMap { file, position, path in
        collisions.claim(file, for: job.id).map { owner in
          job.diagnostic(
            at: position, path: path, error(file, of: job, writtenBy: owner).message,
            hint: owner == job.id ? "A file and a folder cannot have one name." : nil)
        }
      }
    }
  }

  static func error(_ file: String, of job: Job, writtenBy owner: String) -> FileError {
    FileError("'\(file)' is also written by \(owner == job.id ? "another output" : owner)")
  }

  /// Claims a path for an owner; returns the owner that has it already as a file or a folder, or one of its folders as
  /// a file.
  mutating func claim(_ path: String, for owner: String) -> String? {
    var number = 0
    var parents: [Int] = []
    for part in path.lowercased().split(separator: "/", omittingEmptySubsequences: false) {
      if number != 0 { parents.append(number) }
      let entry = Entry(folder: number, name: String(part))
      number = numbers[entry] ?? numbers.count + 1
      numbers[entry] = number
    }
    if let other = files[number] ?? folders[number] ?? parents.compactMap({ files[$0] }).first { return other }
    files[number] = owner
    for parent in parents { folders[parent] = owner }
    return nil
  }
}
