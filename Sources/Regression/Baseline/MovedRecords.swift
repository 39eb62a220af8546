import Synchronization

/// Finds the records of variants that have other names now, such as rows with other numbers.
final class MovedRecords: Sendable {
  private let baseline: BaselineFolder
  /// By the name of the job's file: names of records by what they show.
  private let known = Mutex<[String: [[String]: String]]>([:])

  init(_ baseline: BaselineFolder) { self.baseline = baseline }

  /// The name of a record of another variant of the same job with the same pixels; nil where there is none.
  func name(of record: JobRecord) -> String? {
    guard let file = RegressionRun.file(ofVariant: record.job) else { return nil }
    let found = known.withLock { known in
      if let found = known[file] { return found }
      let found = names(ofVariantsOf: file)
      known[file] = found
      return found
    }
    return found[record.pixels].flatMap { $0 == record.job ? nil : $0 }
  }

  private func names(ofVariantsOf file: String) -> [[String]: String] {
    let names = baseline.jobs.filter { RegressionRun.file(ofVariant: $0) == file }
    return Dictionary(
      names.compactMap { name in (try? baseline.record(name)).flatMap { $0 }.map { ($0.pixels, name) } },
      uniquingKeysWith: { first, _ in first })
  }
}
