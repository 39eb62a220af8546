import StageKit

/// The variants of a job that are wanted, read one by one; a job without variants is its only one.
///
/// Errors that concern all of them are in each result; where they leave no variant they are those of one result without a
/// job.
public struct JobVariants {
  /// In order.
  public let variants: [Variant]
  /// The files that values of axes are read from, such as tables.
  public let valueFiles: Set<String>
  private let result: (Int) -> JobReadResult

  /// See `JobReader.read`.
  public init(
    bytes: [UInt8], file: String, registry: StageRegistry, policy: JobPolicy, messages: (any MessageFormatting)?
  ) {
    let source: JobSource
    switch JobSource.read(bytes, file: file, policy: policy, selection: policy.selection) {
    case .failure(let fault):
      (variants, valueFiles) = ([Variant()], [])
      result = { _ in JobReadResult(job: nil, list: fault.list, askedFiles: fault.asked) }
      return
    case .success(let found): source = found
    }
    let members = source.expansion.members
    valueFiles = Set(source.expansion.axes.flatMap { $0.values.compactMap(\.position.file) })
    if members.isEmpty, source.log.hasErrors {
      variants = [Variant()]
      result = { _ in JobReadResult(job: nil, list: source.log.list, askedFiles: source.files.asked) }
      return
    }
    variants = members.map(\.variant)
    result = { index in
      source.read(members[index], registry: registry, policy: policy, nesting: JobNesting(), messages: messages)
    }
  }

  /// Reads a variant by its index.
  public func read(_ index: Int) -> JobReadResult { result(index) }
}
