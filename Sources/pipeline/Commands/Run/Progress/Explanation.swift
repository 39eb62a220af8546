import JobFile
import Rendering
import Reporting

/// Why each segment of a video was rendered, as text and as an event.
enum Explanation {
  static func text(_ summary: JobSummary, of variant: Variant) -> String {
    let rows = summary.segments.map { [range($0), reason($0, in: summary)] }
    let values = variant.choices.isEmpty ? "" : " (\(variant))".escapingControlCharacters
    let colors = summary.files.compactMap { file -> [String]? in
      guard let colors = file.colors, let name = file.path.split(separator: "/").last else { return nil }
      return [String(name).escapingControlCharacters, colors]
    }
    return (["\(summary.name)\(values): \(ProgressLine.frames(summary))"] + TextTable.lines(rows + colors)).joined(
      separator: "\n")
  }

  static func event(_ file: String, _ summary: JobSummary) -> JSONValue {
    let segments = summary.segments.map { segment -> JSONValue in
      .members([
        "file": segment.file.map { .string($0) },
        "first": .number(Double(segment.frames.lowerBound)), "last": .number(Double(segment.frames.upperBound - 1)),
        "rendered": .boolean(segment.reason.isRendered), "reason": .string(reason(segment, in: summary)),
      ])
    }
    return ["event": "segments", "job": .string(file), "segments": .array(segments)]
  }

  private static func range(_ segment: SegmentOutcome) -> String {
    let frames = "frames \(segment.frames.lowerBound)..\(segment.frames.upperBound - 1)"
    return segment.file.map { "\($0.escapingControlCharacters): \(frames)" } ?? frames
  }

  private static func reason(_ segment: SegmentOutcome, in summary: JobSummary) -> String {
    switch segment.reason {
    case .stored: "from the cache"
    case .repeats(let other): "repeats \(range(summary.segments[other]))"
    case .verified: "rendered to verify the cache"
    case .noStore: "rendered: no cache is used"
    case .new: "rendered: new"
    case .framesChanged(let frames):
      frames.count == 1
        ? "rendered: frame \(frames.lowerBound) changed"
        : "rendered: frames \(frames.lowerBound)..\(frames.upperBound) changed"
    case .boundariesChanged: "rendered: segment boundaries changed"
    case .settingsChanged: "rendered: size or encoder settings changed"
    case .canvasChanged: "rendered: scale or background changed"
    case .programChanged: "rendered: the program or a library changed"
    case .damaged: "rendered: damaged in the cache"
    case .evicted: "rendered: no longer in the cache"
    }
  }
}

extension SegmentOutcome.Reason {
  /// True if the segment was drawn and encoded in this run.
  fileprivate var isRendered: Bool {
    switch self {
    case .stored, .repeats: false
    default: true
    }
  }
}
