import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Requests for the review of a job, which change that alone.
extension PreviewServer {
  func review(_ request: HTTPRequest) {
    guard let document = request.query("file").flatMap(session.document) else {
      return request.fail(404, "there is no such job")
    }
    answer(request, document) { try ReviewFile.read(of: document.file) }
  }

  func changeReview(_ request: HTTPRequest, _ json: JSONValue) {
    guard let document = json["file"]?.string.flatMap(session.document) else {
      return request.fail(404, "there is no such job")
    }
    var generator = SystemRandomNumberGenerator()
    let id = String(format: "%012lx", UInt(generator.next() as UInt64 >> 16))
    answer(request, document) {
      var review = try ReviewFile.read(of: document.file)
      try review.apply(
        json, time: Date.now.formatted(.iso8601), id: id, revision: String(document.diskDigest.prefix(16)))
      try ReviewFile.write(review, of: document.file)
      session.noteReview(of: document.file)
      return review
    }
  }

  private func answer(_ request: HTTPRequest, _ document: JobDocument, _ review: () throws -> Review) {
    do {
      request.answer([
        "file": .string(document.file), "review": try review().json,
        "revision": .string(String(document.diskDigest.prefix(16))),
        "path": .string(ReviewFile.path(of: document.file)),
      ])
    } catch let fault as ReviewFault {
      request.fail(409, fault.message)
    } catch let error as FileError {
      request.fail(500, error.message, hint: error.hint)
    } catch {
      request.fail(500, SystemError.describe(error))
    }
  }
}
