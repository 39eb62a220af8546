import StageKit
import StageTesting
import Testing

@testable import Waveform

#if canImport(Glibc)
  import Glibc
#endif

/// A tone at 1 kHz, of an amplitude at each time.
private func tone(_ seconds: Double, _ amplitude: (Double) -> Double) -> TrackSound {
  let samples = (0..<Int(seconds * 48_000)).map { index -> Float in
    let time = Double(index) / 48_000
    return Float(amplitude(time) * sin(2 * .pi * 1000 * time))
  }
  return TrackSound(left: samples, right: samples)
}

/// Half as loud in its second half.
private let halves = tone(4) { $0 < 2 ? 0.8 : 0.4 }

private func waveform(_ parameters: String, _ sound: TrackSound = halves) throws -> Waveform {
  try make(Waveform.self, parameters, FakeContext(size: Size(200, 100), sounds: [nil: sound]))
}

private struct Fill {
  var path: Path
  var paint: Paint
}

/// The fills inside the layer, in its own coordinates.
private func fills(_ stage: Waveform, at seconds: Double) throws -> [Fill] {
  try flat(draw(stage, at: seconds)).compactMap { command in
    if case .fill(let path, _, let paint, _) = command { Fill(path: path, paint: paint) } else { nil }
  }
}

/// The boxes of a path's parts, from left to right.
private func boxes(_ path: Path) -> [Rect] {
  var parts: [[Point]] = []
  for element in path.elements {
    switch element {
    case .move(let p): parts.append([p])
    case .line(let p), .quad(_, let p), .cubic(_, _, let p): parts[parts.count - 1].append(p)
    case .close: break
    }
  }
  return parts.compactMap { Rect(around: $0) }.sorted { $0.x < $1.x }
}

private let white = Paint.color(.white)
private let faint = Paint.color(Color(1, 1, 1, 0.35))

@Suite("Waveforms")
struct WaveformTests {
  /// Ten bars of 4 points, 10 points apart.
  private static let ten = #"{ "width": 100, "height": 40, "bar": 4, "gap": 6 }"#

  @Test("All of a sound is as many bars as fit, the loudest as high as all of it")
  func whole() throws {
    let fills = try fills(waveform(Self.ten), at: 0)
    #expect(fills.map(\.paint) == [faint])
    let bars = boxes(fills[0].path)
    #expect(bars.count == 10)
    for (index, bar) in bars.enumerated() {
      #expect(abs(bar.center.x - (55 + 10 * Double(index))) < 1e-9 && abs(bar.width - 4) < 1e-9)
      #expect(abs(bar.center.y - 50) < 1e-9 && abs(bar.height - (index < 5 ? 40 : 20)) < 0.05)
    }
  }

  @Test("What was played has its color, and the bar that plays is on its way to it")
  func played() throws {
    let stage = try waveform(Self.ten)
    let fills = try fills(stage, at: 1.3)
    #expect(fills.map { boxes($0.path).count } == [3, 6, 1])
    #expect(fills[0].paint == white && fills[1].paint == faint)
    guard case .color(let color) = fills[2].paint else { throw StageError("no color") }
    #expect(abs(color.alpha - (0.35 + 0.65 * 0.25)) < 1e-9)
    #expect(try self.played(stage, at: 1.3) == 0.325 && self.played(stage, at: 9) == 1)
  }

  private func played(_ stage: Waveform, at seconds: Double) throws -> Double? {
    try stage.frame(at: StageTime(seconds: seconds), Inputs())[Waveform.Parameters.named.progress]
  }

  @Test("What passes by keeps its height: a slot later every bar is one place further left")
  func passing() throws {
    let stage = try waveform(
      #"{ "width": 100, "height": 40, "bar": 4, "gap": 6, "window": 1, "edge": 0, "color": "white" }"#,
      tone(4) { 0.2 + 0.15 * $0 })
    func bars(_ seconds: Double) throws -> [Rect] { try fills(stage, at: seconds).flatMap { boxes($0.path) } }
    let (before, after) = (try bars(1.83), try bars(1.93))
    for bar in after {
      guard bar.center.x < 139, bar.center.x > 51 else { continue }
      let same = try #require(before.first { abs($0.center.x - 10 - bar.center.x) < 1e-6 })
      #expect(abs(same.height - bar.height) < 1e-9)
    }
    #expect(after.count >= 9)
  }

  @Test("At the edges it is small, and beyond the sound's ends there is nothing")
  func edges() throws {
    let stage = try waveform(
      #"{ "width": 100, "height": 40, "bar": 4, "gap": 6, "window": 1, "edge": 0.5, "color": "white" }"#,
      tone(4) { _ in 0.5 })
    let bars = try fills(stage, at: 2.05).flatMap { boxes($0.path) }.sorted { $0.x < $1.x }
    let heights = bars.map(\.height)
    #expect(heights.first ?? 99 < 4 && abs((heights.max() ?? 0) - 40) < 0.1)
    let start = try fills(stage, at: 0).flatMap { boxes($0.path) }
    #expect(start.allSatisfy { $0.center.x > 100 })
    #expect(try fills(stage, at: 9).isEmpty)
  }

  @Test("Bars may stand on the bottom or hang from the top")
  func alignment() throws {
    for (word, isHanging) in [("bottom", false), ("top", true)] {
      let bars = boxes(
        try fills(
          waveform(#"{ "width": 100, "height": 40, "bar": 4, "gap": 6, "align": "\#(word)" }"#), at: 0)[0].path)
      #expect(bars.allSatisfy { abs(isHanging ? $0.minY - 30 : $0.maxY - 70) < 1e-9 })
    }
  }

  @Test("A filled line meets its other color at the present")
  func fill() throws {
    let fills = try fills(
      waveform(#"{ "look": "fill", "width": 100, "height": 40, "bar": 4, "gap": 6 }"#), at: 1)
    let (past, future) = (try #require(fills[0].path.bounds), try #require(fills[1].path.bounds))
    #expect(abs(past.minX - 50) < 1e-9 && abs(past.maxX - 75) < 1e-9 && abs(future.minX - 75) < 1e-9)
    #expect(abs(future.maxX - 150) < 1e-9 && abs(past.height - 40) < 0.1)
  }

  @Test("A spectrum is highest where the sound is")
  func spectrum() throws {
    let stage = try waveform(#"{ "look": "spectrum", "width": 100, "height": 40, "bar": 4, "gap": 6 }"#)
    let heights = boxes(try fills(stage, at: 1)[0].path).map(\.height)
    // 1 kHz is log(25) / log(400) of the way from 40 Hz to 16 kHz.
    #expect(heights.firstIndex(of: heights.max() ?? 0) == 5)
    #expect(heights[0] == 4 && heights[9] == 4)
  }

  @Test("Silence is a row of dots")
  func silence() throws {
    for look in ["bars", "spectrum"] {
      let stage = try waveform(
        #"{ "look": "\#(look)", "width": 100, "height": 40, "bar": 4, "gap": 6 }"#, tone(2) { _ in 0 })
      let bars = boxes(try fills(stage, at: 0)[0].path)
      #expect(bars.count == 10 && bars.allSatisfy { abs($0.height - 4) < 1e-9 })
    }
  }

  @Test("Levels are stored as they are, and are means or extremes")
  func levels() throws {
    let sound = tone(1) { $0 < 0.5 ? 0.5 : 1 }
    for measure in WaveformMeasure.allCases {
      let levels = SlotLevels(of: sound, slot: 0.25, measure: measure)
      for (level, expected) in zip(levels.values, [0.5, 0.5, 1, 1]) { #expect(abs(level - expected) < 1e-3) }
      var writer = BinaryWriter()
      writer.write(levels)
      var reader = BinaryReader(writer.bytes)
      #expect(try SlotLevels(from: &reader) == levels)
    }
    #expect(SlotLevels(of: TrackSound(left: [], right: []), slot: 1, measure: .rms).values.isEmpty)
  }

  @Test("A missing sound, and bars of less than a millisecond, are reported at their parameters")
  func faults() {
    #expect(throws: StageError("there is no sound here", parameter: "track")) {
      try make(Waveform.self, "{}", FakeContext())
    }
    #expect(throws: StageError.self) { try waveform(#"{ "window": 0.01 }"#) }
  }
}
