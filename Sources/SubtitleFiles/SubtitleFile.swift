import StageKit
@_spi(Host) import TimedText

/// Files of subtitles in all formats that are read, recognized by what they hold.
public enum SubtitleFile {
  /// `remarks` say what of the file is not kept, one for each kind, with the line of the first.
  public typealias Contents = (track: SubtitleTrack, remarks: [SubtitleError.Fault])

  /// Reads SubRip, WebVTT, ASS, SSA, TTML, EBU STL or the JSON that Whisper writes. The name's ending counts only where the
  /// contents do not tell a format.
  ///
  /// Throws `SubtitleError` with all faults that keep the file from being read.
  public static func read(_ bytes: [UInt8], name: String) throws(SubtitleError) -> Contents {
    var contents = try readWhole(bytes, name: name)
    var known: Set<String> = []
    for span in contents.track.cues.lazy.flatMap(\.lines).joined() {
      guard let color = span.style.color, known.insert(color).inserted, Color(css: color) == nil else { continue }
      contents.remarks.append(.init(line: nil, message: "the color '\(color.prefix(40))' is not known"))
      break
    }
    return contents
  }

  private static func readWhole(_ bytes: [UInt8], name: String) throws(SubtitleError) -> Contents {
    if STLReader.recognizes(bytes) { return try STLReader.read(bytes) }
    guard let text = PlainText.utf8(bytes) else {
      throw SubtitleError(faults: [.init(line: nil, message: "found bytes that are not UTF-16")])
    }
    let start = text.firstIndex { !ByteScanner.isSpace($0) } ?? text.endIndex
    if ASSReader.recognizes(text[start...]) { return try ASSReader.read(text) }
    switch text[start...].first {
    // XML says itself in which encoding it is.
    case UInt8(ascii: "<"): return try TTMLReader.read(bytes)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let rest = text[(start + 1)...].drop(while: ByteScanner.isSpace)
      if let next = rest.first, "\"{[]}".utf8.contains(next) { return try WhisperReader.read(text) }
    default: break
    }
    let isWebVTT = name.lowercased().hasSuffix(".vtt")
    if !isWebVTT, !name.lowercased().hasSuffix(".srt"), text.firstRange(of: Array("->".utf8)) == nil {
      throw SubtitleError(faults: [
        .init(line: nil, message: "it is no file of subtitles", hint: "Use \(SubtitleTrack.fileFormats).")
      ])
    }
    return try SubtitleTrack.reading(bytes, format: isWebVTT ? .vtt : .srt)
  }
}

extension SubtitlePosition.Line {
  /// A place from 0 at the top to 1 at the bottom; nil in the lowest fifth, where the player's own place is.
  static func place(_ share: Double) -> Self? { share < 0.8 ? .fraction(max(share, 0)) : nil }
}
