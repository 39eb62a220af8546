import StageKit

/// Reads the JSON that Whisper and programs after it write: segments of speech, with the times of their words.
struct WhisperReader {
  /// A word, or a part of one, and when it is spoken.
  struct Word {
    var text: String
    /// Nil where it is not known.
    var start: Double?
  }

  private var cues: [SubtitleCue] = []
  private var faults: [SubtitleError.Fault] = []
  /// Words that stand beside the segments, as some services have them.
  /// In the order of their starts.
  private var looseWords: [(word: Word, start: Double)] = []

  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> SubtitleFile.Contents {
    let root = try JSONTree.read(bytes)
    var reader = WhisperReader()
    if let transcription = root["transcription"]?.items {
      for segment in transcription { reader.addTokens(segment) }
    } else if let segments = root["segments"]?.items ?? root.items, segments.allSatisfy({ $0["text"] != nil }) {
      reader.looseWords = (root["words"]?.items ?? []).compactMap { value in
        guard let word = Self.word(value), let start = word.start else { return nil }
        return (word, start)
      }.sorted { $0.start < $1.start }
      for segment in segments { reader.add(segment) }
    } else if let chunks = root["chunks"]?.items {
      for chunk in chunks { reader.add(chunk) }
    } else {
      throw SubtitleError(faults: [
        .init(
          line: root.line, message: "found JSON without 'segments' or 'transcription'",
          hint: "Of files in JSON, those that Whisper writes are subtitles.")
      ])
    }
    if !reader.faults.isEmpty { throw SubtitleError(faults: reader.faults) }
    return (SubtitleTrack(cues: reader.cues), [])
  }

  // MARK: Segments

  /// A segment with its times in seconds, as `start` and `end`, or as a pair `timestamp`.
  private mutating func add(_ segment: JSONTree) {
    let pair = segment["timestamp"]?.items
    guard let start = time(segment["start"] ?? pair?.first, in: segment),
      let end = time(segment["end"] ?? pair?.last, in: segment)
    else { return }
    var words = (segment["words"]?.items ?? []).compactMap(Self.word)
    if words.isEmpty { words = looseWords(from: start, to: end) }
    add(segment, segment["text"]?.string ?? words.map(\.text).joined(), start, end, words)
  }

  /// The most characters between two words that are known.
  private static let gap = 200

  private static func word(_ value: JSONTree) -> Word? {
    guard let text = (value["word"] ?? value["text"])?.string else { return nil }
    return Word(text: text, start: value["start"]?.number)
  }

  private mutating func time(_ value: JSONTree?, in segment: JSONTree) -> Double? {
    if let seconds = value?.number, seconds >= 0, seconds < 1e9 { return seconds.roundedToMilliseconds }
    faults.append(.init(line: (value ?? segment).line, message: "expected the segment's 'start' and 'end' in seconds"))
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
  private mutating func addTokens(_ segment: JSONTree) {
    guard let offsets = segment["offsets"], let start = offsets["from"]?.number, let end = offsets["to"]?.number,
      (0..<1e12).contains(start), (0..<1e12).contains(end)
    else {
      let message = "expected the segment's 'offsets' with 'from' and 'to' in milliseconds"
      return faults.append(.init(line: segment.line, message: message))
    }
    let words = (segment["tokens"]?.items ?? []).compactMap(Self.token)
    add(segment, segment["text"]?.string ?? words.map(\.text).joined(), start / 1000, end / 1000, words)
  }

  /// A word of whisper.cpp; nil for its marks.
  private static func token(_ value: JSONTree) -> Word? {
    guard let text = value["text"]?.string, !text.hasPrefix("[_") else { return nil }
    // Times that were aligned anew count hundredths, others milliseconds.
    if let aligned = value["t_dtw"]?.number, aligned >= 0 { return Word(text: text, start: aligned / 100) }
    guard let offsets = value["offsets"], let start = offsets["from"]?.number else {
      return Word(text: text, start: nil)
    }
    return Word(text: text, start: start / 1000)
  }

  private mutating func add(_ segment: JSONTree, _ text: String, _ start: Double, _ end: Double, _ words: [Word]) {
    guard end >= start else {
      return faults.append(.init(line: segment.line, message: "the end of the segment is before its start"))
    }
    let text = text.trimmed
    guard !text.isEmpty else { return }
    var style = SubtitleStyle()
    style.voice = segment["speaker"]?.string
    var spans = SpanLines()
    spans.style = style
    var (rest, last) = (text[...], start)
    for word in words {
      // The segment's text has the spaces; words that are not in it have no time.
      let plain = word.text.trimmed
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

extension Double {
  fileprivate var roundedToMilliseconds: Double { (self * 1000).rounded() / 1000 }
}
