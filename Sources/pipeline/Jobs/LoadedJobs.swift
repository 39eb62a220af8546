import Files
import Foundation
import JobFile
import Messages
import Planning
import Rendering
import Reporting
import StageKit

/// The job files of a command line, read and checked.
struct LoadedJobs {
  /// Jobs without errors, in order.
  var jobs: [Job] = []
  /// Jobs whose only error is that another job writes the same output; they are not rendered.
  var colliding: [Job] = []
  /// All errors and warnings.
  var diagnostics: [Diagnostic] = []
  /// All files and folders that were asked for besides the jobs' own files, such as those that they include or take
  /// rows from: also those that could not be read.
  private(set) var askedFiles: Set<String> = []
  /// The names of variables that a job has.
  private var variables: Set<String> = []
  /// The axes of jobs that read data.
  private var dataAxes: Set<String> = []
  private var haveStrings = false
  /// Errors for selection options that match no job.
  private var selectionFaults: [SelectionFault] = []
  /// The files that are read, by the real paths of their folders and their names.
  private var seen: Set<String> = []

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The files with errors, in order.
  var rejected: [(file: String, errors: [Diagnostic])] {
    var result: [(file: String, errors: [Diagnostic])] = []
    var indexes: [String: Int] = [:]
    for diagnostic in diagnostics where diagnostic.severity == .error {
      let index = indexes[diagnostic.file, default: result.count]
      if index == result.count { result.append((diagnostic.file, [])) }
      indexes[diagnostic.file] = index
      result[index].errors.append(diagnostic)
    }
    return result
  }

  /// Reads files, and all files named *.json directly in folders, sorted by name; a file that is named twice once. Files that were found in `folder` may be read
  /// only where its jobs may read. With `isPart` other jobs have a use for options that these have none for.
  init(
    _ paths: [String], registry: StageRegistry, policy: JobPolicy = JobPolicy(), progress: StepProgress? = nil,
    foundIn folder: String? = nil, isPart: Bool = false
  ) {
    for path in paths {
      for file in files(at: path) where seen.insert(Self.place(of: file)).inserted {
        progress?.begin(file, "reading")
        read(file, registry: registry, policy: policy, in: file == path ? folder : path)
      }
    }
    progress?.end()
    reportUnknownVariants(paths, policy.selection)
    if !isPart { selectionFaults = faults(of: policy.selection) }
    checkCollisions()
    checkTotal(paths, policy.limits.totalPixels)
  }

  /// Throws where the selection has a variable, data or locales that no job has.
  func checkSelection() throws(UsageError) {
    guard !selectionFaults.isEmpty else { return }
    throw .message(
      selectionFaults.map { [$0.message, $0.hint].compactMap(\.self).joined(separator: ". ") }.joined(separator: "; "))
  }

  /// The path by which a file is known however its folder is named.
  private static func place(of file: String) -> String {
    let folder = (file as NSString).deletingLastPathComponent
    return "\(RealPath.of(folder.isEmpty ? "." : folder) ?? folder)/\((file as NSString).lastPathComponent)"
  }

  /// The job files directly in a folder, by name: those named *.json that are not hidden.
  static func jobFiles(in folder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let prefix = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.filter(FolderWatcher.isJob).sorted().map { prefix + $0 }
  }

  private mutating func files(at path: String) -> [String] {
    if (path as NSString).lastPathComponent.hasPrefix("."), !FileSystem.isFolder(path) {
      diagnostics.append(
        Diagnostic(
          file: path, message: "the name begins with a dot, as those of hidden and temporary files do",
          hint: "Rename the job file."))
      return []
    }
    // If it is not a file either, reading it reports why.
    guard FileSystem.isFolder(path) else { return [path] }
    let found: [String]
    do {
      found = try Self.jobFiles(in: path)
    } catch {
      diagnostics.append(
        Diagnostic(file: path, message: "the folder cannot be read: \(SystemError.message(of: error))"))
      return []
    }
    if found.isEmpty {
      diagnostics.append(
        Diagnostic(file: path, message: "the folder has no job files", hint: "Job files are named *.json."))
    }
    return found
  }

  /// Reads a file that the user named, or one that was found in a folder: its link may lead where jobs may read.
  private mutating func read(_ file: String, registry: StageRegistry, policy: JobPolicy, in folder: String?) {
    let bytes: [UInt8]
    do throws(FileError) {
      let opened = try FileAccess.openJob(file, foundIn: folder, allowedFolders: policy.readableFolders)
      bytes = try opened.bytes(limit: JobLimits.fileSize)
    } catch {
      diagnostics.append(Diagnostic(file: file, message: error.message, hint: error.hint))
      return
    }
    let checked = CheckedJobFile(bytes: bytes, file: file, registry: registry, policy: policy, messages: Messages())
    jobs += checked.jobs
    variables.formUnion(checked.variables)
    dataAxes.formUnion(checked.dataAxes)
    haveStrings = haveStrings || checked.hasStrings
    diagnostics += checked.diagnostics
    askedFiles.formUnion(checked.askedFiles)
  }

  /// That no job has the variants that were asked for.
  private mutating func reportUnknownVariants(_ paths: [String], _ selection: VariantSelection) {
    guard jobs.isEmpty, diagnostics.isEmpty, !selection.isEverything else { return }
    diagnostics.append(
      Diagnostic(
        file: paths.joined(separator: " "), message: "no job has a variant with \(selection)",
        hint: "'pipeline validate' lists the axes of each job."))
  }

  /// A selection option that matches no job.
  typealias SelectionFault = (message: String, hint: String?)

  /// Finds selection options that match no job; nothing where a job has errors, since its variables are not known. The options
  /// of a child process were meant for all jobs.
  func faults(of selection: VariantSelection) -> [SelectionFault] {
    guard !hasErrors else { return [] }
    var faults: [SelectionFault] = []
    func suggestion(for name: String, among names: Set<String>) -> String? {
      spellingSuggestion(for: name, among: names.sorted().prefix(1000)).map { "Did you mean '\($0)'?" }
    }
    for name in selection.variables.keys.sorted() where !variables.contains(name) {
      faults.append(("--set \(name): no job has a variable '\(name)'", suggestion(for: name, among: variables)))
    }
    for axis in selection.data.keys.sorted() where axis.isEmpty ? dataAxes.isEmpty : !dataAxes.contains(axis) {
      let message =
        axis.isEmpty
        ? "--data: no job has an axis with data, or fields that are columns of the table"
        : "--data \(axis): no job has an axis '\(axis)' with data"
      faults.append((message, suggestion(for: axis, among: dataAxes)))
    }
    if !selection.locales.isEmpty, !haveStrings { faults.append(("--locale: no job has an axis of locales", nil)) }
    return faults
  }

  /// Checks a limit on the pixels of all jobs together: the jobs from the first one beyond it on are rejected.
  private mutating func checkTotal(_ paths: [String], _ limit: Int) {
    guard limit < JobLimits.maxTotalPixels else { return }
    var total = 0
    var fitting: [Job] = []
    for job in jobs {
      let (sum, overflows) = total.addingReportingOverflow(job.pixelCount)
      total = overflows ? JobLimits.maxTotalPixels : sum
      if total <= limit { fitting.append(job) }
    }
    guard total > limit else { return }
    report { index, job in
      index < fitting.count
        ? []
        : [
          Diagnostic(
            file: job.file, message: "all jobs together draw \(total) pixels, more than \(limit)",
            hint: "Render fewer jobs at once, or raise the limit: --limit total-pixels=\(total).")
        ]
    }
    jobs = fitting
  }

  /// Adds what is wrong with some of the jobs, of variants once for all that it concerns.
  private mutating func report(_ errors: (Int, Job) -> [Diagnostic]) {
    var reports = JobReports(jobs)
    for (index, job) in jobs.enumerated() {
      diagnostics += (reports.add(errors(index, job), of: index) + reports.end(index)).map(\.diagnostic)
    }
  }

  /// No two jobs may write the same file: the later one is rejected.
  private mutating func checkCollisions() {
    let collisions = OutputCollisions.errors(of: jobs)
    report { index, _ in collisions[index] }
    colliding = zip(jobs, collisions).filter { !$1.isEmpty }.map(\.0)
    jobs = zip(jobs, collisions).filter { $1.isEmpty }.map(\.0)
  }
}
