import Reporting
import StageKit

/// Reads the text of job files, and of those that they show, extend, include or take data from; touches no other file.
public enum JobReader {
  /// Reads a job and reports all errors at once; of one with variants the first.
  /// - Parameters:
  ///   - bytes: The file's content: JSON in UTF-8, with JSON5's comments, trailing commas and the like.
  ///   - file: The file's path, for messages; paths in the job are relative to its folder.
  ///   - registry: The stages that the job can use.
  ///   - policy: The files that the job may read, and its limits.
  ///   - messages: Puts values into texts; without it texts with `{…}` are an error.
  public static func read(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy = JobPolicy(),
    messages: (any MessageFormatting)? = nil
  ) -> JobReadResult {
    read(bytes: bytes, file: file, registry: registry, policy: policy, nesting: JobNesting(), messages: messages)
  }

  /// Reads the variants of a job that are wanted, each as a job, in order.
  public static func variants(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy = JobPolicy(),
    messages: (any MessageFormatting)? = nil
  ) -> [JobReadResult] {
    let variants = JobVariants(bytes: bytes, file: file, registry: registry, policy: policy, messages: messages)
    return variants.variants.indices.map(variants.read)
  }

  static func read(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy, nesting: JobNesting,
    messages: (any MessageFormatting)?
  ) -> JobReadResult {
    switch JobSource.read(bytes, file: file, policy: policy, selection: VariantSelection()) {
    case .failure(let fault): return JobReadResult(job: nil, list: fault.list, askedFiles: fault.asked)
    case .success(let source):
      let members = source.expansion.members
      // The one that is most like the job around it: a value that is named there, else an axis's first.
      let wanted = members.max { $0.variant.likeness(to: nesting.variant) < $1.variant.likeness(to: nesting.variant) }
      guard let member = wanted else {
        return JobReadResult(job: nil, list: source.log.list, askedFiles: source.files.asked)
      }
      return source.read(member, registry: registry, policy: policy, nesting: nesting, messages: messages)
    }
  }
}

/// A job as read, and what was reported about its file.
public struct JobReadResult: Sendable {
  /// As much as could be read, for further checks; nil if nothing could.
  public let job: Job?
  public let list: DiagnosticList
  /// The names of its variables, in the order of the file.
  public internal(set) var variables: [String] = []
  /// The axes of its variants that read data.
  public internal(set) var dataAxes: [String] = []
  /// True if an axis of its variants reads strings.
  public internal(set) var hasStrings = false
  /// The files and folders besides its own file that were asked for, in order: also those that could not be read.
  public internal(set) var askedFiles: [String] = []

  init(job: Job?, list: DiagnosticList, askedFiles: Set<String> = []) {
    self.job = job
    self.list = list
    self.askedFiles = askedFiles.sorted()
  }

  /// By position.
  public var diagnostics: [Diagnostic] { list.sorted }

  /// True if there is a job without errors; warnings are fine.
  public var isValid: Bool { job != nil && !list.hasErrors }
}
