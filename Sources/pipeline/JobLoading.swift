import Files
import Foundation
import JobFile
import Planning
import Reporting
import StageKit

/// The job files that a command line names, read and checked.
struct LoadedJobs {
  /// Jobs without errors, in order.
  var jobs: [Job] = []
  /// Jobs without other errors whose output another job writes; they are not rendered.
  var colliding: [Job] = []
  /// Everything there is to say of any file.
  var diagnostics: [Diagnostic] = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The files that are not rendered, in order, each with its errors.
  var rejected: [(file: String, errors: [Diagnostic])] {
    var result: [(file: String, errors: [Diagnostic])] = []
    var places: [String: Int] = [:]
    for diagnostic in diagnostics where diagnostic.severity == .error {
      let place = places[diagnostic.file, default: result.count]
      if place == result.count { result.append((diagnostic.file, [])) }
      places[diagnostic.file] = place
      result[place].errors.append(diagnostic)
    }
    return result
  }

  /// Reads files, and all files named *.json directly in folders, in order of their names.
  init(_ paths: [String], registry: StageRegistry, policy: JobPolicy = JobPolicy(), progress: StepProgress? = nil) {
    for path in paths {
      for file in files(at: path) {
        progress?.begin(file, "reading")
        read(file, registry: registry, policy: policy)
      }
    }
    progress?.end()
    checkCollisions()
  }

  private mutating func files(at path: String) -> [String] {
    // Of what is no folder, reading tells why it is no file either.
    guard FileFault.isFolder(path) else { return [path] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      report(path, "the folder cannot be read: \(SystemError.message(of: error))")
      return []
    }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    let found = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    if found.isEmpty { report(path, "the folder has no job files", hint: "Job files are named *.json.") }
    return found
  }

  private mutating func read(_ file: String, registry: StageRegistry, policy: JobPolicy) {
    switch Self.bytes(of: file) {
    case .failure(let diagnostic): diagnostics.append(diagnostic)
    case .success(let bytes):
      let reading = JobReader.read(bytes: bytes, file: file, registry: registry, policy: policy)
      var list = reading.list
      if let job = reading.job { list.append(StageGraph(job).list) }
      diagnostics += list.sorted
      if let job = reading.job, !list.hasErrors { jobs.append(job) }
    }
  }

  /// A regular file's bytes, up to the greatest size of a job file.
  private static func bytes(of file: String) -> Result<[UInt8], Diagnostic> {
    func failure(_ message: String, hint: String? = nil) -> Result<[UInt8], Diagnostic> {
      .failure(Diagnostic(severity: .error, file: file, position: nil, path: "", message: message, hint: hint))
    }
    if let fault = FileFault.reading(file, noun: "file or folder") { return failure(fault.message, hint: fault.hint) }
    // Opening a pipe without O_NONBLOCK would wait for its writer.
    let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return failure("cannot be read: \(SystemError.message(errno: errno))") }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return failure("is not a regular file")
    }
    if status.st_size > JobReader.maximumFileSize {
      return failure("has \(status.st_size) bytes, more than the \(JobReader.maximumFileSize) that a job file may have")
    }
    do {
      return .success([UInt8](try handle.read(upToCount: JobReader.maximumFileSize + 1) ?? Data()))
    } catch {
      return failure("cannot be read: \(SystemError.message(of: error))")
    }
  }

  /// Two jobs must not write one file: the later one is refused.
  private mutating func checkCollisions() {
    var owners = OutputOwners()
    jobs = jobs.filter { job in
      var isFree = true
      for output in job.outputs {
        guard let owner = owners.claim(output.file, for: job.file) else { continue }
        diagnostics.append(
          Diagnostic(
            severity: .error, file: job.file, position: output.position, path: output.path,
            message: "'\(output.file)' is written by \(owner == job.file ? "another output" : owner) too",
            hint: owner == job.file ? "Is the job named twice?" : nil))
        isFree = false
      }
      if !isFree { colliding.append(job) }
      return isFree
    }
  }

  private mutating func report(_ file: String, _ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(severity: .error, file: file, position: nil, path: "", message: message, hint: hint))
  }
}
