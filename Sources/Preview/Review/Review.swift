import Reporting
import StageKit

/// The review of a job: comments at frames and places, with answers, and who approves it.
///
/// It is a text beside the job, made for version control: each comment is an object of its own under an id, in the order of
/// the ids, which are random, so that comments of several people seldom touch each other.
struct Review: Hashable, Sendable {
  typealias Members = [JSONValue.Member]

  /// By id; each with its author, its time and its text, and what else the file has of it.
  private(set) var comments: Members = []
  /// By author.
  private(set) var verdicts: Members = []
  /// Other members of the file, which stay.
  private var others: Members = []

  /// Nobody has said anything.
  init() {}

  /// Throws what is wrong, as a phrase.
  init(_ json: JSONValue) throws(ReviewFault) {
    guard case .object(let members) = json else { throw ReviewFault("expected an object with 'comments'") }
    for member in members {
      switch (member.key, member.value) {
      case ("comments", .object(let list)):
        for comment in list {
          for key in ["author", "time", "text"] where comment.value[key]?.string == nil {
            throw ReviewFault("comments.\(comment.key): expected a text in '\(key)'")
          }
          guard case .number? = comment.value["seconds"] else {
            throw ReviewFault("comments.\(comment.key): expected a number in 'seconds'")
          }
          for reply in try Self.replies(of: comment) {
            for key in ["author", "time", "text"] where reply[key]?.string == nil {
              throw ReviewFault("comments.\(comment.key).replies: expected a text in '\(key)'")
            }
          }
        }
        comments = list
      case ("verdicts", .object(let list)): verdicts = list
      case ("comments", _), ("verdicts", _): throw ReviewFault("\(member.key): expected an object")
      default: others.append(member)
      }
    }
  }

  private static func replies(of comment: JSONValue.Member) throws(ReviewFault) -> [JSONValue] {
    guard let replies = comment.value["replies"] else { return [] }
    guard let items = replies.items else { throw ReviewFault("comments.\(comment.key).replies: expected a list") }
    return items
  }

  /// Throws unless a place is two numbers, and a stage and a variant are texts.
  private static func check(_ key: String, _ value: JSONValue) throws(ReviewFault) {
    let isPlace = (value.items ?? []).allSatisfy { if case .number = $0 { true } else { false } }
    guard key == "place" ? value.items?.count == 2 && isPlace : value.string != nil else {
      throw ReviewFault("expected \(key == "place" ? "two numbers" : "a text") in '\(key)'")
    }
  }

  var json: JSONValue {
    .object(
      [
        .init("comments", .object(comments.sorted { $0.key < $1.key })),
        .init("verdicts", .object(verdicts.sorted { $0.key < $1.key })),
      ] + others)
  }

  var isEmpty: Bool { comments.isEmpty && verdicts.isEmpty && others.isEmpty }

  // MARK: Changes

  /// Makes a change of somebody's at a time in ISO 8601: `add`, `reply`, `resolve`, `edit`, `remove` or `verdict`.
  ///
  /// `revision` is of the text that a verdict is about.
  mutating func apply(_ change: JSONValue, time: String, id: String, revision: String) throws(ReviewFault) {
    guard let author = change["author"]?.string, !author.isEmpty else { throw ReviewFault("expected 'author'") }
    let text = change["text"]?.string
    let stamp: Members = [.init("author", .string(author)), .init("time", .string(time))]
    if let verdict = change["verdict"] {
      verdicts.removeAll { $0.key == author }
      if verdict == .null { return }
      guard verdict == .string("approved") || verdict == .string("changes") else {
        throw ReviewFault("expected 'approved', 'changes' or null in 'verdict'")
      }
      verdicts.append(
        .init(author, ["verdict": verdict, "time": .string(time), "revision": .string(revision)]))
    } else if let seconds = change["add"] {
      guard case .number(let number) = seconds, number.isFinite, number >= 0, let text, !text.isEmpty else {
        throw ReviewFault("expected seconds in 'add', and 'text'")
      }
      var members = stamp + [.init("seconds", seconds)]
      for key in ["place", "stage", "variant"] {
        guard let value = change[key], value != .null else { continue }
        try Self.check(key, value)
        members.append(.init(key, value))
      }
      comments.append(.init(id, .object(members + [.init("text", .string(text))])))
    } else if let id = change["reply"]?.string {
      guard let text, !text.isEmpty else { throw ReviewFault("expected 'text'") }
      try set(id, "replies") { old in .array((old?.items ?? []) + [.object(stamp + [.init("text", .string(text))])]) }
    } else if let id = change["resolve"]?.string {
      let isResolved = change["resolved"] != .boolean(false)
      try set(id, "resolved") { _ in isResolved ? .object(stamp) : nil }
    } else if let id = change["edit"]?.string {
      guard let text, !text.isEmpty else { throw ReviewFault("expected 'text'") }
      try check(id, isOf: author)
      try set(id, "text") { _ in .string(text) }
    } else if let id = change["remove"]?.string {
      try check(id, isOf: author)
      comments.removeAll { $0.key == id }
    } else {
      throw ReviewFault("expected 'add', 'reply', 'resolve', 'edit', 'remove' or 'verdict'")
    }
  }

  private func index(_ id: String) throws(ReviewFault) -> Int {
    guard let index = comments.firstIndex(where: { $0.key == id }) else {
      throw ReviewFault("there is no comment '\(id)' any more")
    }
    return index
  }

  private func check(_ id: String, isOf author: String) throws(ReviewFault) {
    guard comments[try index(id)].value["author"]?.string == author else {
      throw ReviewFault("the comment is somebody else's")
    }
  }

  private mutating func set(
    _ id: String, _ key: String, _ value: (JSONValue?) -> JSONValue?
  ) throws(ReviewFault) {
    let index = try index(id)
    guard case .object(var members) = comments[index].value else { return }
    let place = members.firstIndex { $0.key == key }
    let new = value(place.map { members[$0].value })
    switch (place, new) {
    case (let place?, let new?): members[place].value = new
    case (let place?, nil): members.remove(at: place)
    case (nil, let new?): members.append(.init(key, new))
    case (nil, nil): break
    }
    comments[index].value = .object(members)
  }
}

/// Why a review cannot be read or changed, as a phrase.
struct ReviewFault: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}
