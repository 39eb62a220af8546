import Files
import JobFile
import Reporting
import StageKit
import SubtitleFiles

/// A job file that was read with everything that can be checked without making its stages.
public struct CheckedJobFile: Sendable {
  /// Its variants that have no errors, in order.
  public private(set) var jobs: [Job] = []
  /// All errors and warnings; messages that several variants have in common are listed once.
  public let diagnostics: [Diagnostic]
  /// The names of its variables.
  public private(set) var variables: Set<String> = []
  /// The axes of its variants that read data.
  public private(set) var dataAxes: Set<String> = []
  /// True if an axis of its variants reads strings.
  public private(set) var hasStrings = false
  /// The files and folders besides its own file that were asked for: also those that could not be read.
  public private(set) var askedFiles: Set<String> = []

  /// Checks a file's content; see `JobReader.variants`.
  public init(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy, messages: any MessageFormatting
  ) {
    let all = JobVariants(bytes: bytes, file: file, registry: registry, policy: policy, messages: messages)
    var reports = VariantReports(of: all.variants, valueFiles: all.valueFiles)
    for index in all.variants.indices {
      let result = all.read(index)
      var list = result.list
      variables.formUnion(result.variables)
      dataAxes.formUnion(result.dataAxes)
      askedFiles.formUnion(result.askedFiles)
      hasStrings = hasStrings || result.hasStrings
      if let job = result.job {
        list.append(job.inputFileErrors(job.fileAccess.check))
        list.append(
          job.subtitleErrors { (entry) throws(SubtitleError) in
            guard let bytes = try? job.fileAccess.open(entry.file.path).bytes(limit: JobLimits.fileSize) else {
              return nil
            }
            return try SubtitleFile.read(bytes, name: entry.file.literal)
          })
        list.append(StageGraph(job).list)
        if !list.hasErrors { jobs.append(job) }
      }
      reports.add(list.sorted, of: index)
    }
    diagnostics = reports.merged
  }
}
