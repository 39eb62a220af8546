import JobFile
import Rendering
import Reporting

extension PreviewSession {
  /// All that a page shows of a planned job, with its text.
  func description(of prepared: PlannedJob, _ document: JobDocument, _ key: PlannedJobs.Key) -> JSONValue {
    let texts = texts(of: document)
    let description = JobDescription(prepared, texts: texts, warnings: document.warnings)
    return .object(
      [
        .init("file", .string(key.file)), .init("variant", .string(key.variant)),
        .init("revision", .string(key.revision)),
        .init("text", .string(String(decoding: document.text, as: UTF8.self))),
        .init("isDraft", .boolean(document.draft != nil)), .init("diskDigest", .string(document.diskDigest)),
        .init("diskChanged", .boolean(document.isDiskChanged)),
        .init("isUTF8", .boolean(document.firstInvalidByte == nil)), .init("sources", sources(of: document)),
      ] + description.members)
  }

  /// Diagnostics with the lines that they are about.
  func diagnostics(_ list: [Diagnostic], _ document: JobDocument) -> JSONValue {
    let texts = texts(of: document)
    return .array(list.map { DiagnosticDescription($0, in: texts).json })
  }

  private func texts(of document: JobDocument) -> JobTexts {
    var policy = settings.policy
    policy.unsaved = unsaved
    return JobTexts(file: document.file, text: document.text, policy: policy)
  }
}
