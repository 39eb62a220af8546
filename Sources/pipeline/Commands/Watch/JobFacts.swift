import Files
import Formats
import Foundation
import JobFile
import Rendering

/// The report of a watched job's process before it renders: the files that the job reads and writes.
struct JobFacts: Codable {
  struct Input: Codable {
    let path: String
    /// Nil where there is nothing.
    let stamp: FileStamp?
  }

  /// The files that it reads besides its own, as they were before it was rendered.
  var inputs: [Input]
  /// Files that its text may mean, where it has errors: whether it reads them is not known.
  var guesses: [String]
  /// The names of the files that it writes, relative to the folder for outputs; with `{frame}` where each frame is one.
  var outputs: [String]
  /// Its variants, in order.
  var variants: [Variant]
  /// The frames of all its variants.
  var frames: Int
  /// The options that choose variants or set variables and that do not match it; nil where it has errors.
  var unmatched: [String]?

  /// The facts of a job file with its variants that have no errors.
  init(file: String, _ loaded: LoadedJobs, _ selection: VariantSelection, outputFolder: String) {
    let jobs = loaded.jobs
    outputs = Set(jobs.flatMap(\.writtenFiles)).sorted()
    variants = jobs.map(\.variant)
    frames = jobs.reduce(0) { $0 + $1.frameCount }
    unmatched = loaded.hasErrors ? nil : loaded.faults(of: selection).map(\.message)
    let named = TextReferences(file)
    // Output in these folders would change them.
    let written = Set(
      ([outputFolder] + outputs.map { ("\(outputFolder)/\($0)" as NSString).deletingLastPathComponent })
        .compactMap { RealPath.of($0) })
    func isWrittenTo(_ folder: String) -> Bool { RealPath.of(folder).map(written.contains) ?? false }
    let files = loaded.askedFiles.union(jobs.flatMap(\.allReadFiles)).filter { !isWrittenTo($0) }
    let folders = named.folders.filter { !isWrittenTo($0) }
    let paths = files.union(folders).union(files.flatMap(NumberedPictures.paths)).union(named.texts)
      .union(selection.data.values)
    inputs = paths.subtracting([file]).sorted().map { Input(path: $0, stamp: FileStamp($0)) }
    guesses = loaded.hasErrors ? named.all.subtracting(paths).subtracting([file]).sorted() : []
  }
}

extension Job {
  /// The names of all files that it writes.
  fileprivate var writtenFiles: [String] {
    outputs.flatMap { output in
      [output.file] + (output.sprite == nil ? [] : [SpriteSheet.indexPath(of: output.file)])
        + subtitles.compactMap { output.file(of: $0)?.name }
    } + soundOutputs.map(\.file)
  }
}
