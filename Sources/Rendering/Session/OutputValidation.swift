import Files
import Formats
import Foundation
import JobFile
import Reporting
import Video

/// Checks where jobs write, before anything is rendered.
///
/// Outputs stay below the output folder after symbolic links are followed, no two are the same file, and an existing
/// file is replaced only if this program made it or the user allows it. A link with an output's own name is not
/// followed: the new file replaces it.
public struct OutputValidation {
  private let folder: String
  /// The output folder's real path, if it exists.
  private let realFolder: String?
  private let replacesForeignFiles: Bool
  private var collisions = OutputCollisions()
  /// The jobs that write files, by the files' real paths; numbered ones by what comes before and after the number.
  private var writers: [String: String] = [:]
  private var numbered: [(head: String, tail: String, job: String)] = []

  /// For each job the errors of its outputs.
  public static func errors(of jobs: [Job], _ settings: RenderSettings) -> [[Diagnostic]] {
    var validation = OutputValidation(settings)
    let errors = jobs.map { validation.errors(of: $0) }
    return zip(jobs, errors).map { job, errors in errors + validation.cycles(of: job) }
  }

  /// The errors of a job's outputs, their subtitles and its sounds.
  private mutating func errors(of job: Job) -> [Diagnostic] {
    var errors: [Diagnostic] = []
    func add(_ error: FileError?, at position: SourcePosition?, path: String) {
      guard let error else { return }
      errors.append(job.diagnostic(at: position, path: path, error.message, hint: error.hint))
    }
    for output in job.outputs {
      add(error(of: output, of: job), at: output.position, path: output.path)
      add(Self.alphaError(of: output, of: job), at: output.position, path: output.path)
    }
    for output in job.outputs {
      for entry in job.subtitles {
        let error = error(ofSubtitles: entry, beside: output, of: job)
        add(error, at: output.position, path: "\(output.path).subtitles")
      }
    }
    for output in job.soundOutputs {
      add(error(of: output, of: job), at: output.position, path: output.path)
    }
    return errors
  }

  /// The files of a job, or of those that it shows, that a job of the same run writes: whether it would read the new ones or
  /// those of the run before depends on which job is done first.
  private func cycles(of job: Job) -> [Diagnostic] {
    func writer(of path: String) -> String? {
      guard let real = RealPath.of(path) else { return nil }
      return writers[real] ?? numbered.first { real.hasPrefix($0.head) && real.hasSuffix($0.tail) }?.job
    }
    let own = job.inputFiles.compactMap { file in
      writer(of: file.reference.path).map { writer in
        job.diagnostic(
          at: file.position, path: file.path,
          "it reads '\(file.reference.literal)', which \(writer == job.id ? "it writes itself" : "\(writer) writes in the same run")",
          hint:
            "Render \(writer == job.id ? "to another file" : "that job first, by a run of its own, or use 'watch --once'")."
        )
      }
    }
    return job.stages.compactMap(\.nested).reduce(into: own) { found, nested in
      found += cycles(of: nested.job).map { nested.diagnostic($0, in: job) }
    }
  }

  /// For each job the errors of its outputs that do not depend on what is on the disk.
  static func formatErrors(of jobs: [Job]) -> [[Diagnostic]] {
    jobs.map { job in
      job.outputs.compactMap { output in
        alphaError(of: output, of: job).map {
          job.diagnostic(at: output.position, path: output.path, $0.message, hint: $0.hint)
        }
      }
    }
  }

  private init(_ settings: RenderSettings) {
    folder = settings.outputFolder
    realFolder = RealPath.of(folder)
    replacesForeignFiles = settings.replacesForeignFiles
  }

  /// A background that is not opaque needs a codec with alpha.
  private static func alphaError(of output: OutputEntry, of job: Job) -> FileError? {
    guard job.hasAlpha(output), !output.isStacked, output.codec.pixelFormat(output.options, alpha: true) == nil else {
      return nil
    }
    let others = Codecs.all.filter(\.hasAlpha).map { codec in
      let ending = Containers.all.first { $0.codecs.contains(codec.name) }?.ending ?? ""
      return "'\(codec.name)' (.\(ending))"
    }
    return FileError(
      "the background is not opaque, but \(output.codec.name) carries no alpha"
        + (output.codec.whyOpaque.map { ": \($0)" } ?? ""),
      hint: "Give the output a 'background', or deliver "
        + others.dropLast().joined(separator: ", ") + " or \(others[others.count - 1]).")
  }

  private mutating func error(of output: SoundOutput, of job: Job) -> FileError? {
    let replacesForeignFiles = replacesForeignFiles
    return error(of: output.file, of: job) { (realPath, path) throws(FileError) in
      if !job.hasSounds {
        throw FileError("'\(output.file)' has nothing to hold", hint: "The job has no 'sounds'.")
      }
      guard FileSystem.exists(realPath) else { return }
      if FileSystem.isFolder(realPath) { throw FileError("'\(path)' is a folder, not a file", hint: "Move it away.") }
      if !replacesForeignFiles, !FileSignature.isOwn(realPath, output.container) {
        throw FileError(
          "'\(path)' already exists and was not made by this program", hint: "Move it away, or use --force.")
      }
      if !job.hasSounds {
        throw FileError("'\(output.file)' has nothing to hold", hint: "The job has no 'sounds'.")
      }
    }
  }

  private mutating func error(of output: OutputEntry, of job: Job) -> FileError? {
    let validation = self
    return error(of: output.file, of: job) { (realPath, path) throws(FileError) in
      try validation.checkExisting(output, of: job, realPath)
      if output.sprite != nil {
        try validation.checkIndex(SpriteSheet.indexPath(of: realPath), SpriteSheet.indexPath(of: path))
      }
    }
  }

  private mutating func error(
    ofSubtitles entry: SubtitleEntry, beside output: OutputEntry, of job: Job
  ) -> FileError? {
    guard let file = output.file(of: entry) else { return nil }
    let replacesForeignFiles = replacesForeignFiles
    return error(of: file.name, of: job) { (realPath, path) throws(FileError) in
      guard FileSystem.exists(realPath) else { return }
      if FileSystem.isFolder(realPath) { throw FileError("'\(path)' is a folder, not a file", hint: "Move it away.") }
      let movie = (realPath as NSString).deletingLastPathComponent + "/" + (output.file as NSString).lastPathComponent
      let isBesideOwnMovie = FileSignature.isOwn(movie, output.container)
      if !replacesForeignFiles,
        !SubtitleFileWriter.isOwn(realPath, file.format, isBesideOwnMovie: isBesideOwnMovie)
      {
        throw FileError(
          "'\(path)' already exists and was not made by this program", hint: "Move it away, or use --force.")
      }
    }
  }

  /// `checkExisting` is handed the real path and the one for messages.
  private mutating func error(
    of file: String, of job: Job, checkExisting: (String, String) throws(FileError) -> Void
  ) -> FileError? {
    var parts = file.split(separator: "/").map(String.init)
    guard let name = parts.popLast() else { return nil }
    let path = (folder as NSString).appendingPathComponent(file)
    do throws(FileError) {
      try FileSystem.checkLength(ofNewFile: path)
      let realPath = try realPath(of: file, parts) + "/\(name)"
      if let mark = realPath.range(of: "{frame}") {
        numbered.append((String(realPath[..<mark.lowerBound]), String(realPath[mark.upperBound...]), job.id))
      } else {
        writers[realPath] = job.id
      }
      if let owner = collisions.claim(realPath, for: job.id) {
        throw OutputCollisions.error(file, of: job, writtenBy: owner)
      }
      if !parts.isEmpty { try FileSystem.checkWritable(folder: (path as NSString).deletingLastPathComponent) }
      try checkExisting(realPath, path)
      return nil
    } catch {
      return error
    }
  }

  /// Throws if what has the name of a sheet's index is not one of this program's.
  private func checkIndex(_ realPath: String, _ path: String) throws(FileError) {
    guard FileSystem.exists(realPath), !replacesForeignFiles, !FileSignature.isOwnIndex(realPath) else { return }
    throw FileError("'\(path)' already exists and was not made by this program", hint: "Move it away, or use --force.")
  }

  /// Throws if a folder or a foreign file has the name of one of an output's files.
  private func checkExisting(_ output: OutputEntry, of job: Job, _ realPath: String) throws(FileError) {
    let count = job.frameCount(of: output)
    let numbering = FrameNumbering(frameCount: count)
    let path = (folder as NSString).appendingPathComponent(output.file)
    for frame in output.container.isNumbered ? 0..<count : 0..<1 {
      let (realPath, path) = (numbering.name(realPath, frame: frame), numbering.name(path, frame: frame))
      guard FileSystem.exists(realPath) else { continue }
      if FileSystem.isFolder(realPath) { throw FileError("'\(path)' is a folder, not a file", hint: "Move it away.") }
      if !replacesForeignFiles, !FileSignature.isOwn(realPath, output.container) {
        throw FileError(
          "'\(path)' already exists and was not made by this program", hint: "Move it away, or use --force.")
      }
    }
  }

  /// The real path of an output's folder; folders that do not exist yet will be created.
  private func realPath(of file: String, _ folders: [String]) throws(FileError) -> String {
    var path = realFolder ?? folder
    for name in folders {
      path += "/\(name)"
      guard let real = RealPath.of(path) else { continue }
      if let realFolder, !RealPath.isInside(real, realFolder) {
        throw FileError(
          "'\(file)' leads out of '\(folder)', to '\(real)'", hint: "'\(name)' is a symbolic link; remove it.")
      }
      path = real
    }
    return path
  }
}
