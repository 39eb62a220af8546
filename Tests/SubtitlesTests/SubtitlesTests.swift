import StageKit
import StageTesting
import Subtitles
import Testing

/// A host of one file, on a canvas of 200 by 100 points of which the right 60 and the lowest 30 are not safe.
private struct SafeContext: StageContext {
  private let fake: FakeContext

  init(_ file: String) { fake = FakeContext(size: Size(200, 100), files: ["a.srt": file, "./a.srt": file]) }

  var composition: Composition {
    var composition = fake.composition
    composition.safeArea = Rect(x: 0, y: 0, width: 140, height: 70)
    return composition
  }

  func bytes(of file: FileReference) throws -> [UInt8] { try fake.bytes(of: file) }
  func image(_ file: FileReference) throws -> Image { try fake.image(file) }
  func layout(_ request: TextRequest) throws -> TextLayout { try fake.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) { fake.warn(message) }
}

/// A canvas of 200 by 100 points, 5 s long, with a safe area of 168 by 76; letters of size 10 are 5 by 10 points.
@Suite("Subtitles")
struct SubtitlesTests {
  private func stage(_ subtitles: String, _ parameters: String = "", file: String = "a.srt") throws -> Subtitles {
    let context = FakeContext(size: Size(200, 100), files: [file: subtitles, "./\(file)": subtitles])
    let more = parameters.isEmpty ? "" : ", " + parameters
    return try make(Subtitles.self, "{ \"file\": \"\(file)\", \"size\": 10\(more) }", context)
  }

  private func boxes(_ stage: Subtitles, at seconds: Double) throws -> [Rect] {
    try fills(stage, at: seconds).compactMap { $0.path.bounds }
  }

  private func fills(_ stage: Subtitles, at seconds: Double = 0) throws -> [FilledPath] {
    DisplayList(flat(try draw(stage, at: seconds))).fills
  }

  /// Without the one that places all.
  private func innerGroups(_ stage: Subtitles, at seconds: Double) throws -> [Group] {
    Array(groups(try draw(stage, at: seconds)).dropFirst())
  }

  private let two = "1\n00:00:01,000 --> 00:00:02,000\nAB CD\n\n2\n00:00:02,000 --> 00:00:03,500\nE\n"

  @Test("A cue is shown from its start up to its end, at the bottom of the safe area")
  func times() throws {
    let stage = try stage(two)
    #expect(try boxes(stage, at: 0.999).isEmpty)
    let expected = [Rect(x: 87.5, y: 78, width: 10, height: 10), Rect(x: 102.5, y: 78, width: 10, height: 10)]
    #expect(try boxes(stage, at: 1) == expected)
    #expect(try boxes(stage, at: 1.999) == expected)
    #expect(try boxes(stage, at: 2) == [Rect(x: 97.5, y: 78, width: 5, height: 10)])
    #expect(try boxes(stage, at: 3.5).isEmpty)
    #expect(stage.duration == 3.5)
  }

  @Test("The delay moves all cues")
  func delay() throws {
    let stage = try stage(two, "\"delay\": -1")
    #expect(try boxes(stage, at: 0).count == 2)
    #expect(stage.duration == 2.5)
  }

  @Test("Lines of the file stay where they fit; else they break anew, balanced")
  func lines() throws {
    let short = try stage("1\n00:00:00,000 --> 00:00:01,000\nAA\nBB\n")
    #expect(try boxes(short, at: 0).map(\.y) == [68, 78])
    let long = try stage("1\n00:00:00,000 --> 00:00:01,000\nAA BB CC DD\nEE\n", "\"width\": 50")
    #expect(try boxes(long, at: 0).map(\.y) == [68, 68, 68, 78, 78])
    let greedy = try stage("1\n00:00:00,000 --> 00:00:01,000\nAA BB CC DD EE\n", "\"width\": 60, \"balance\": false")
    #expect(try boxes(greedy, at: 0).map(\.y) == [68, 68, 68, 68, 78])
  }

  @Test("The canvas's safe area is kept free together with the stage's own margins")
  func safeArea() throws {
    func boxes(_ more: String) throws -> [Rect] {
      let context = SafeContext("1\n00:00:00,000 --> 00:00:01,000\nAB\n")
      let stage = try make(Subtitles.self, "{ \"file\": \"a.srt\", \"size\": 10\(more) }", context)
      return try self.boxes(stage, at: 0)
    }
    // From 16, the margin, to 140 across, and down to 70.
    #expect(try boxes("") == [Rect(x: 73, y: 60, width: 10, height: 10)])
    #expect(try boxes(", \"safeArea\": [0, 0.4]") == [Rect(x: 65, y: 50, width: 10, height: 10)])
  }

  @Test("Speakers keep their lines")
  func speakers() throws {
    let stage = try stage("1\n00:00:00,000 --> 00:00:01,000\n-AA BB CC\n-DD\n", "\"width\": 40")
    #expect(try boxes(stage, at: 0).map(\.y) == [58, 68, 68, 78])
  }

  @Test("The file's positions count unless they shall not")
  func positions() throws {
    let top = "1\n00:00:00,000 --> 00:00:01,000\n{\\an7}AB\n"
    #expect(try boxes(try stage(top), at: 0) == [Rect(x: 16, y: 12, width: 10, height: 10)])
    #expect(
      try boxes(try stage(top, "\"positions\": false"), at: 0) == [Rect(x: 95, y: 78, width: 10, height: 10)])
    let vtt = "WEBVTT\n\n00:00.000 --> 00:01.000 line:-2 position:50% align:left\nAB\n"
    #expect(try boxes(try stage(vtt, file: "a.vtt"), at: 0).map(\.y) == [68])
  }

  @Test("Cues that are shown together do not overlap, and stay where they are")
  func overlap() throws {
    let stage = try stage(
      "1\n00:00:00,000 --> 00:00:02,000\nA\n\n2\n00:00:01,000 --> 00:00:03,000\nB\n\n3\n00:00:02,500 --> 00:00:03,000\nC"
    )
    #expect(try boxes(stage, at: 1.5).map(\.y) == [78, 68])
    #expect(try boxes(stage, at: 2.2).map(\.y) == [68])
    #expect(try boxes(stage, at: 2.7).map(\.y) == [68, 78])
  }

  @Test("Long cues are shown in parts, each from its first word on")
  func wordsAtOnce() throws {
    let stage = try stage("1\n00:00:00,000 --> 00:00:04,000\nA B C D\n", "\"wordsAtOnce\": 3")
    #expect(try boxes(stage, at: 1.99).count == 2)
    #expect(try boxes(stage, at: 2).count == 2)
    #expect(stage.cues(until: 5).map(\.seconds) == [0, 0, 1, 2, 2, 3])
  }

  @Test("The spoken word has its own color, and the one before it loses it")
  func spokenWord() throws {
    let stage = try stage(
      "1\n00:00:00,000 --> 00:00:02,000\nA B\n",
      "\"spoken\": { \"color\": \"#FF0000\", \"duration\": 0.5, \"curve\": \"linear\" }")
    func reds(_ seconds: Double) throws -> [Paint] { try fills(stage, at: seconds).map(\.paint) }
    let red = Paint.color(Color(1, 0, 0))
    #expect(try reds(0.75) == [red, .color(.white)])
    #expect(try reds(1.25) == [.color(Color(1, 0.5, 0.5)), .color(Color(1, 0.5, 0.5))])
    #expect(try reds(1.75) == [.color(.white), red])
  }

  @Test("Letters that are judged are as large as those that are drawn")
  func legibleLetters() throws {
    let stage = try stage("1\n00:00:00,000 --> 00:00:02,000\nAB CD\n", "\"spoken\": { \"scale\": 1.5 }")
    let frame = try stage.frame(at: StageTime(seconds: 1), Inputs())
    func boxes(_ list: DisplayList?) -> [Rect?] { DisplayList(flat(list ?? DisplayList())).fills.map(\.path.bounds) }
    #expect(boxes(frame.legibleText) == boxes(frame.drawing) && boxes(frame.drawing).count == 2)
  }

  @Test("The pill glides from word to word")
  func pill() throws {
    let stage = try stage(
      "1\n00:00:00,000 --> 00:00:02,000\nA B\n",
      "\"spoken\": { \"pill\": { \"padding\": [2, 1] }, \"duration\": 0.5, \"curve\": \"linear\" }")
    #expect(try boxes(stage, at: 0.75).first == Rect(x: 89.5, y: 77, width: 9, height: 12))
    #expect(try boxes(stage, at: 1.25).first == Rect(x: 95.5, y: 77, width: 9, height: 12))
    #expect(try boxes(stage, at: 1.75).first == Rect(x: 101.5, y: 77, width: 9, height: 12))
  }

  @Test("Words appear as they are spoken")
  func reveal() throws {
    let stage = try stage("1\n00:00:00,000 --> 00:00:02,000\nA B\n", "\"reveal\": {}")
    #expect(flat(try draw(stage, at: 0)).isEmpty)
    #expect(flat(try draw(stage, at: 0.9)).count == 1)
    #expect(flat(try draw(stage, at: 1.9)).count == 2)
    let dimmed = try stage2(before: 0.25)
    #expect(try innerGroups(dimmed, at: 0.5).map(\.opacity) == [0.25])
  }

  @Test("A word that is seen through covers the line around it, others' lines lie below all letters")
  func stroke() throws {
    let stage = try stage(
      "1\n00:00:00,000 --> 00:00:02,000\nA B\n", "\"stroke\": {}, \"reveal\": { \"before\": 0.5 }")
    func isStroke(_ command: DrawCommand) -> Bool { if case .stroke = command { true } else { false } }
    #expect(flat(try draw(stage, at: 1.9)).map(isStroke) == [true, true, false, false])
    #expect(flat(try draw(stage, at: 0.9)).map(isStroke) == [true, false, true, false])
  }

  private func stage2(before: Double) throws -> Subtitles {
    try stage("1\n00:00:00,000 --> 00:00:02,000\nA B\n", "\"reveal\": { \"before\": \(before) }")
  }

  @Test("Lines come one after the other and go together")
  func motions() throws {
    let stage = try stage(
      "1\n00:00:00,000 --> 00:00:02,000\nA\nB\n",
      """
      "enter": { "style": "fade", "duration": 0.4, "stagger": 0.2, "curve": "linear" },
      "exit": { "duration": 0.4, "stagger": 0, "curve": "linear" }
      """)
    #expect(try innerGroups(stage, at: 0.3).map { ($0.opacity * 1000).rounded() } == [750, 250])
    #expect(try innerGroups(stage, at: 1).isEmpty)
    #expect(try innerGroups(stage, at: 1.75).map { ($0.opacity * 1000).rounded() } == [625, 625])
  }

  @Test("The box follows the lines, and small steps vanish")
  func box() throws {
    let box = "\"box\": { \"padding\": [4, 2], \"radius\": 3 }"
    let wide = try boxes(try stage("1\n00:00:00,000 --> 00:00:02,000\nAAAAAA\nBB\n", box), at: 0)
    #expect(wide.first == Rect(x: 81, y: 64, width: 38, height: 24))
    let equal = try fills(try stage("1\n00:00:00,000 --> 00:00:02,000\nAAA\nBB\n", box)).first?.path
    let steps = try fills(try stage("1\n00:00:00,000 --> 00:00:02,000\nAAAAAA\nBB\n", box)).first?.path
    #expect(equal?.curveCount == 4)
    #expect(steps?.curveCount == 8)
  }

  @Test("Styles and colors of the file are kept unless they shall not be")
  func styles() throws {
    let text = "1\n00:00:00,000 --> 00:00:02,000\n<font color=\"#FF0000\">A</font> B\n"
    #expect(try fills(try stage(text)).map(\.paint) == [.color(Color(1, 0, 0)), .color(.white)])
    #expect(try fills(try stage(text, "\"styles\": false")).map(\.paint) == [.color(.white), .color(.white)])
  }

  @Test("Text from the right stands in its order, and foreign words in theirs")
  func rightToLeft() throws {
    let stage = try stage("1\n00:00:00,000 --> 00:00:02,000\nאא New York ב\n")
    // From the left: ב New York אא.
    #expect(try boxes(stage, at: 0).map(\.x) == [122.5, 77.5, 97.5, 67.5])
  }

  @Test("All faults of the file are told with their lines")
  func faults() {
    let error = #expect(throws: StageError.self) {
      try stage("1\n00:00:02,000 --> 00:00:01,000\nA\n\n2\n00:00:xx,000 --> 00:00:04,000\nB\n")
    }
    #expect(error?.parameter == "file")
    #expect(
      error?.message == """
        a.srt:2: the end 00:00:01.000 is before the start 00:00:02.000; \
        a.srt:6: found "00:00:xx,000 --> 00:00:04,000", expected a time such as 00:00:01.000 --> 00:00:02.500
        """)
  }
}
