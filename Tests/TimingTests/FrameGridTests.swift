import Testing
import Timing

/// Motions that start and end exactly on frames, at the instants that rates and starts leave after rounding.
@Suite("Motions on the grid of frames")
struct FrameGridTests {
  /// Frames per second as fractions.
  static let rates: [(Int, Int)] = [(24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60, 1)]

  /// Whole numbers of frames and of twentieths of a second, in seconds.
  static func times(_ rate: (Int, Int)) -> [Double] {
    [1, 7, 23, 48, 90, 137].map { Double($0 * rate.1) / Double(rate.0) } + (1...24).map { Double($0) / 20 } + [
      2, 2.8, 5,
    ]
  }

  private static func seconds(_ frame: Int, _ rate: (Int, Int)) -> Double {
    Double(frame * rate.1) / Double(rate.0)
  }

  /// The frame at an instant, where one is.
  private static func frame(at seconds: Double, _ rate: (Int, Int)) -> Int? {
    let frame = seconds * Double(rate.0) / Double(rate.1)
    return abs(frame - frame.rounded()) < 1e-6 ? Int(frame.rounded()) : nil
  }

  @Test("Time since a start is exactly the duration at the frame where it ends", arguments: rates)
  func differencesAreExact(_ numerator: Int, _ denominator: Int) {
    let rate = (numerator, denominator)
    for start in Self.times(rate) {
      for duration in Self.times(rate) {
        guard let end = Self.frame(at: start + duration, rate) else { continue }
        #expect(TimeGrid.snapped(Self.seconds(end, rate) - start) == duration, "\(start) + \(duration)")
      }
    }
  }

  @Test("A pass never falls back: it starts on its first frame, and is over on the frame of its end", arguments: rates)
  func passesNeverFallBack(_ numerator: Int, _ denominator: Int) throws {
    let rate = (numerator, denominator)
    for begin in Self.times(rate) {
      for duration in Self.times(rate) {
        let timing = Timing(begin: begin, duration: duration, fill: .both)
        let (first, last) = (Self.frame(at: begin, rate), Self.frame(at: begin + duration, rate))
        if let first { #expect(timing.phase(at: Self.seconds(first, rate)) == .playing, "\(begin) \(duration)") }
        if let last {
          #expect(timing.phase(at: Self.seconds(last, rate)) == .after, "\(begin) \(duration)")
          #expect(timing.progress(at: Self.seconds(last, rate)) == 1)
        }
        let middle = Int((begin + duration) * Double(numerator) / Double(denominator))
        let values = try (middle - 3...middle + 3).map {
          try #require(timing.progress(at: Self.seconds($0, rate)))
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "\(begin) \(duration) \(values)")
      }
    }
  }

  @Test(
    "Repeats fall back once a pass, on the frame where the next one starts, and rest at their end", arguments: rates)
  func repeatsFallBackOnce(_ numerator: Int, _ denominator: Int) throws {
    let rate = (numerator, denominator)
    for begin in [0, 0.3, 0.8, 1.1] {
      for duration in Self.times(rate) {
        guard Self.frame(at: duration, rate) ?? 0 > 1 else { continue }
        let timing = Timing(begin: begin, duration: duration, repeatCount: 3, fill: .both)
        let lastFrame = Int((begin + 3 * duration + 0.2) * Double(numerator) / Double(denominator))
        let values = try (0...lastFrame).map { try #require(timing.progress(at: Self.seconds($0, rate))) }
        #expect(zip(values, values.dropFirst()).filter { $0 > $1 }.count == 2, "\(begin) \(duration)")
        #expect(values.last == 1)
      }
    }
  }
}
