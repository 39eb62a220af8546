import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// The file of a job's review: `offer.review.json` beside `offer.json`.
public enum ReviewFile {
  /// The end of such a file's name, which no job's has.
  public static let ending = ".review.json"

  static func path(of job: String) -> String {
    (job.lowercased().hasSuffix(".json") ? String(job.dropLast(5)) : job) + ending
  }

  /// The review of a job; an empty one where there is no file. Throws `ReviewFault` or `FileError`.
  static func read(of job: String) throws -> Review {
    let path = path(of: job)
    guard FileStamp(path) != nil else { return Review() }
    let text = try RegularFile(path).bytes(limit: JobLimits.fileSize)
    do throws(JobEditError) {
      // Says where the text is wrong, such as by marks of a merge.
      _ = try JobText.applying([JobEdit](), to: text)
    } catch {
      throw ReviewFault("\(path): \(error)")
    }
    guard let json = JobOutline(text)?.value else { throw ReviewFault("\(path): expected an object") }
    do throws(ReviewFault) {
      return try Review(json)
    } catch {
      throw ReviewFault("\(path): \(error.message)")
    }
  }

  /// Writes the review of a job; without anything in it there is no file. Throws `FileError`.
  static func write(_ review: Review, of job: String) throws {
    let path = path(of: job)
    if review.isEmpty {
      if FileStamp(path) != nil { try FileManager.default.removeItem(atPath: path) }
      return
    }
    let target = RealPath.of(path) ?? path
    var status = stat()
    let permissions = stat(target, &status) == 0 ? status.st_mode & 0o7777 : nil
    try AtomicFile.write(Array(review.json.prettyText.utf8), to: target, permissions: permissions)
  }
}
