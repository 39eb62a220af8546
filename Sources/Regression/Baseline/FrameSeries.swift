/// One word for each frame of a video, as lines of text.
///
/// A line holds a fixed number of frames, so that a change touches the lines of its frames only. It begins with its
/// first frame's number; equal neighbors are written once, with `×` and their number: `60: 0.5 0.6×12 0.7`.
public enum FrameSeries {
  /// The lines of some words, `length` frames each.
  public static func lines(_ words: [String], length: Int) -> [String] {
    stride(from: 0, to: words.count, by: length).map { first in
      var runs: [(word: String, count: Int)] = []
      for word in words[first..<min(words.count, first + length)] {
        if runs.last?.word == word { runs[runs.count - 1].count += 1 } else { runs.append((word, 1)) }
      }
      return "\(first): " + runs.map { $0.count > 1 ? "\($0.word)×\($0.count)" : $0.word }.joined(separator: " ")
    }
  }

  /// The words of such lines; nil where they are not what `lines` wrote.
  public static func words(_ lines: [String]) -> [Substring]? {
    var words: [Substring] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), Int(line[..<colon]) == words.count else { return nil }
      for part in line[line.index(after: colon)...].split(separator: " ") {
        let pieces = part.split(separator: "×", maxSplits: 1)
        guard let word = pieces.first else { return nil }
        let count = pieces.count > 1 ? Int(pieces[1]) ?? 0 : 1
        guard (1...100_000).contains(count) else { return nil }
        words.append(contentsOf: repeatElement(word, count: count))
      }
    }
    return words
  }

  /// Frames on a line of digests, and of numbers.
  static let digestsPerLine = 5
  static let numbersPerLine = 30
  static let scoresPerLine = 8
}
