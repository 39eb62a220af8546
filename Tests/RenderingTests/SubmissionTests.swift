import StageKit
import Store
import TestSupport
import Testing

@testable import Rendering

@Suite("Submissions in a store")
struct SubmissionTests {
  let folder: TemporaryFolder
  let store: SubmissionStore
  let content: ContentStore

  init() throws {
    folder = try TemporaryFolder()
    content = ContentStore(folder: folder.file("store"), limit: .max)
    store = SubmissionStore(content)
  }

  private func key(_ number: Int) -> Digest { Digest { $0.combine(number) } }

  private func submission(date: Double = 10) -> Submission {
    Submission(
      jobs: [
        .init(file: "/jobs/a.json", text: key(1), segments: [.init(share: 0, seconds: 1.5, keys: [key(2), key(3)])]),
        .init(
          file: "/jobs/b.json", text: key(4),
          segments: [.init(share: 1, seconds: 2, keys: [key(5)]), .init(share: 0, seconds: 0, keys: [])]),
      ],
      shares: 2, options: ["--scale=0.5"], identity: MachineIdentity(parts: ["fonts": "0a", "program": "1b"]),
      date: date)
  }

  @Test("A submission is read as it was kept, under the digest of its content")
  func roundTrip() throws {
    let id = try store.keep(submission())
    #expect(id == submission().id)
    #expect(store.submission(id) == submission())
    #expect(submission(date: 11).id != id)
  }

  @Test("All submissions are listed, the oldest first")
  func order() throws {
    for date in [30.0, 10, 20] { _ = try store.keep(submission(date: date)) }
    #expect(store.all().map(\.submission.date) == [10, 20, 30])
  }

  @Test("A segment is there when every output is")
  func storedSegments() throws {
    try content.write(.segments, key(2), [1])
    #expect(store.storedSegments(of: submission()) == [[false], [false, true]])
    try content.write(.segments, key(3), [1])
    #expect(store.storedSegments(of: submission()) == [[true], [false, true]])
  }

  @Test("Shares that have not begun are waiting")
  func shares() throws {
    let id = try store.keep(submission())
    #expect(store.shares(of: id, submission()).map(\.phase) == [.waiting, .waiting])
  }

  @Test("A job is found by its path, or by its text where paths differ")
  func job() {
    #expect(submission().job(file: "/jobs/a.json", text: key(9))?.text == key(1))
    #expect(submission().job(file: "/mnt/jobs/b.json", text: key(4))?.file == "/jobs/b.json")
    #expect(submission().job(file: "/mnt/jobs/b.json", text: key(9)) == nil)
  }
}
