import Files
import JobFile

/// The texts that a job is read from: its own, which may not be on disk, and those of the files that belong to it.
final class JobTexts {
  let file: String
  private let text: [UInt8]
  /// Has the drafts of other files.
  private let policy: JobPolicy
  /// Nil where a file cannot be read.
  private var outlines: [String?: JobOutline?] = [:]
  private var lines: [String?: [String]] = [:]

  init(file: String, text: [UInt8], policy: JobPolicy = JobPolicy()) {
    self.file = file
    self.text = text
    self.policy = policy
  }

  /// The values of a file as written; nil is the job's own.
  func outline(of file: String?) -> JobOutline? {
    if let known = outlines[file] { return known }
    let outline = bytes(of: file).flatMap { JobOutline($0) }
    outlines[file] = .some(outline)
    return outline
  }

  /// The variables with the places of their values, in the order of the job: first its own, then those of the files that it extends
  /// and includes.
  var variables: [JobOutline.Member] {
    let all = MergedJob(text, file: file, policy: policy).variables
    let own = all.filter { $0.file == nil }
    let others = all.filter { $0.file != nil }
    return (own + others).compactMap { name, file in
      var member = outline(of: file)?.members(of: "variables").first { $0.key == name }
      member?.position.file = file
      return member
    }
  }

  /// The texts of a job that a stage shows.
  func texts(ofJob file: String) -> JobTexts { JobTexts(file: file, text: bytes(of: file) ?? [], policy: policy) }

  /// The lines of a file, without what they end with; none where it cannot be read.
  func lines(of file: String?) -> [String] {
    if let known = lines[file] { return known }
    let found = bytes(of: file).map(Self.lines) ?? []
    lines[file] = found
    return found
  }

  private func bytes(of file: String?) -> [UInt8]? {
    guard let file else { return text }
    if !policy.unsaved.isEmpty, let draft = policy.unsaved[RealPath.ofFile(file)] { return draft }
    do throws(FileError) {
      return try RegularFile(file).bytes(limit: JobLimits.fileSize)
    } catch {
      return nil
    }
  }

  /// Lines end with LF, CR LF or CR, as positions count them.
  private static func lines(_ text: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let end = text[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(String(decoding: text[start..<end], as: UTF8.self))
      start = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? end + 2 : end + 1
    }
    lines.append(String(decoding: text[start...], as: UTF8.self))
    return lines
  }
}
