@_spi(Host) import Coding
import Documents
import StageKit

/// Reads the JSON that Whisper and programs after it write: segments of speech, with the times of their words.
struct WhisperReader {
  /// A word, or a part of one, and when it is spoken.
  struct Word {
    var text: String
    /// Nil where it is not known.
    var start: Double?
  }

  private var locator: TextLocator
  private var cues: [SubtitleCue] = []
  private var remarks: [SubtitleError.Fault] = []
  private var faults: [SubtitleError.Fault] = []
  /// Words outside of the segments, as some services write them, in the order of their starts.
  private var looseWords: [(word: Word, start: Double)] = []

  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> SubtitleFile.Contents {
    let root: JSONNode
    // Whisper is written in Python.
    do throws(DocumentFault) { root = try JSONNode.read(bytes, readsNaN: true) } catch { throw SubtitleError(error) }
    var reader = WhisperReader(locator: TextLocator(bytes))
    if let transcription = root["transcription"]?.list {
      for segment in transcription { reader.addTokens(segment) }
    } else if let segments = root["segments"]?.list ?? root.list,
      segments.allSatisfy({ $0.members?.contains { $0.name == "text" } ?? false })
    {
      reader.looseWords = (root["words"]?.list ?? []).compactMap { value in
        guard let word = Self.word(value), let start = word.start else { return nil }
        return (word, start)
      }.sorted { $0.start < $1.start }
      for segment in segments { reader.add(segment) }
    } else if let chunks = root["chunks"]?.list {
      reader.add(chunks: chunks)
    } else {
      throw SubtitleError(faults: [
        .init(
          line: reader.line(of: root), message: "found JSON without 'segments' or 'transcription'",
          hint: "Of files in JSON, those that Whisper writes are subtitles.")
      ])
    }
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults) }
    return (SubtitleTrack(cues: reader.cues), reader.remarks)
  }

  private init(locator: TextLocator) { self.locator = locator }

  private mutating func line(of value: JSONNode) -> Int { locator.place(at: value.offset).line }

  // MARK: Segments

  /// Chunks with pairs `timestamp`: segments, or single words, which are joined to cues of a line.
  private mutating func add(chunks: [JSONNode]) {
    func start(_ chunk: JSONNode) -> Double? { chunk["timestamp"]?.list?.first?.seconds }
    /// The last end is null where speech goes on to the end of the recording.
    func end(_ index: Int) -> Double? {
      if let end = chunks[index]["timestamp"]?.list?.last?.seconds { return end }
      if index + 1 < chunks.count { return start(chunks[index + 1]) }
      return start(chunks[index]).map { $0 + Self.openEnd }
    }
    if let last = chunks.last, last["timestamp"]?.list?.last?.seconds == nil {
      let seconds = Int(Self.openEnd)
      remarks.append(.init(line: line(of: last), message: "the last cue has no end: it is shown for \(seconds) s"))
    }
    let texts = chunks.map { $0["text"]?.text ?? "" }
    let areWords = chunks.count > 1 && texts.allSatisfy { !$0.trimmed.contains(" ") }
    var first = 0
    for index in chunks.indices {
      guard let from = time(chunks[index]["timestamp"]?.list?.first, in: chunks[index]), let to = end(index) else {
        first = index + 1
        continue
      }
      let length = texts[first...index].reduce(0) { $0 + $1.count }
      let isSentence = texts[index].trimmed.last.map { ".!?…。".contains($0) } ?? false
      let isPause = index + 1 < chunks.count && (start(chunks[index + 1]) ?? to) - to > 1
      if areWords, index + 1 < chunks.count, length < Self.lineLength, !isSentence, !isPause { continue }
      let words = areWords ? (first...index).map { Word(text: texts[$0], start: start(chunks[$0])) } : []
      add(
        chunks[first], texts[first...index].joined(), areWords ? start(chunks[first]) ?? from : from,
        to.roundedToMilliseconds, words)
      first = index + 1
    }
  }

  /// The seconds for which a cue without an end is shown.
  private static let openEnd = 2.0
  /// The number of characters from which a cue of single words is full.
  private static let lineLength = 42

  /// A segment with its times in seconds, as `start` and `end`.
  private mutating func add(_ segment: JSONNode) {
    guard let start = time(segment["start"], in: segment), let end = time(segment["end"], in: segment) else { return }
    var words = (segment["words"]?.list ?? []).compactMap(Self.word)
    if words.isEmpty { words = looseWords(from: start, to: end) }
    add(segment, segment["text"]?.text ?? words.map(\.text).joined(), start, end, words)
  }

  /// The largest number of characters between two words with times.
  private static let gap = 200

  private static func word(_ value: JSONNode) -> Word? {
    guard let text = (value["word"] ?? value["text"])?.text else { return nil }
    return Word(text: text, start: value["start"]?.seconds)
  }

  private mutating func time(_ value: JSONNode?, in segment: JSONNode) -> Double? {
    if let seconds = value?.seconds, seconds >= 0, seconds < 1e9 { return seconds.roundedToMilliseconds }
    faults.append(
      .init(line: line(of: value ?? segment), message: "expected the segment's 'start' and 'end' in seconds"))
    return nil
  }

  private func looseWords(from start: Double, to end: Double) -> [Word] {
    var (low, high) = (0, looseWords.count)
    while low < high {
      let middle = (low + high) / 2
      if looseWords[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return looseWords[low...].prefix { $0.start < end }.map(\.word)
  }

  /// A segment of whisper.cpp, with its times in milliseconds.
  private mutating func addTokens(_ segment: JSONNode) {
    guard let offsets = segment["offsets"], let start = offsets["from"]?.seconds, let end = offsets["to"]?.seconds,
      (0..<1e12).contains(start), (0..<1e12).contains(end)
    else {
      let message = "expected the segment's 'offsets' with 'from' and 'to' in milliseconds"
      return faults.append(.init(line: line(of: segment), message: message))
    }
    let words = (segment["tokens"]?.list ?? []).compactMap(Self.token)
    add(segment, segment["text"]?.text ?? words.map(\.text).joined(), start / 1000, end / 1000, words)
  }

  /// A word of whisper.cpp; nil for its marks.
  private static func token(_ value: JSONNode) -> Word? {
    guard let text = value["text"]?.text, !text.hasPrefix("[_") else { return nil }
    // Times that were aligned anew count hundredths, others milliseconds.
    if let aligned = value["t_dtw"]?.seconds, aligned >= 0 { return Word(text: text, start: aligned / 100) }
    guard let offsets = value["offsets"], let start = offsets["from"]?.seconds else {
      return Word(text: text, start: nil)
    }
    return Word(text: text, start: start / 1000)
  }

  private mutating func add(_ segment: JSONNode, _ text: String, _ start: Double, _ end: Double, _ words: [Word]) {
    guard end >= start else {
      return faults.append(.init(line: line(of: segment), message: "the end of the segment is before its start"))
    }
    let text = String(text.trimmed)
    guard !text.isEmpty else { return }
    var style = SubtitleStyle()
    style.voice = segment["speaker"]?.text
    var spans = SpanLines()
    spans.style = style
    var (rest, last) = (text[...], start)
    for word in words {
      // The segment's text has the spaces; words that are not in it have no time.
      let plain = String(word.text.trimmed)
      guard !plain.isEmpty, let range = rest.prefix(plain.count + Self.gap).firstRange(of: plain) else { continue }
      spans.append(rest[..<range.lowerBound])
      if let time = word.start, time.isFinite {
        last = min(max(time.roundedToMilliseconds, last), end)
        spans.start = last
      }
      spans.append(rest[range])
      rest = rest[range.upperBound...]
    }
    spans.append(rest)
    cues.append(SubtitleCue(start: start, end: end, lines: spans.finish()))
  }
}

extension JSONNode {
  /// A number, and nothing that could be read as one.
  fileprivate var seconds: Double? { if case .number(let number) = kind { number } else { nil } }
}

extension Double {
  fileprivate var roundedToMilliseconds: Double { (self * 1000).rounded() / 1000 }
}
