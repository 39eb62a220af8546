import Foundation
import MediaBase
import TestSupport
import Testing

@testable import Sound

@Suite struct SoundFileTests {
  private func read(
    _ bytes: [UInt8], from: Double = 0, to: Double? = nil, speed: Double = 1, name: String = "a.wav"
  ) throws -> SoundClip {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try SoundFileReader(path: path, named: name).read(from: from, to: to, speed: speed)
  }

  private func sine(_ frequency: Double, rate: Int, seconds: Double) -> [Float] {
    (0..<Int(Double(rate) * seconds)).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  @Test("Samples of 48,000 a second are read as they are")
  func samplesAreReadExactly() throws {
    let samples = (0..<2000).map { Float($0 - 1000) / 1000 }
    #expect(try read(wavBytes(samples)) == SoundClip(channelCount: 2, samples: samples))
    #expect(try read(wavBytes(samples, channels: 1)) == SoundClip(channelCount: 1, samples: samples))
  }

  @Test("WAV that was written to a pipe, without a length, is whole")
  func streamedFile() throws {
    let samples = (0..<2000).map { Float($0 - 1000) / 1000 }
    #expect(try read(wavBytes(samples, saidBytes: 0xFFFF_FFFF)) == SoundClip(channelCount: 2, samples: samples))
    #expect(throws: MediaError.self) { try read(wavBytes(samples, saidBytes: 16_000)) }
  }

  @Test("Peaks are those of each span, and no more of them than a picture needs")
  func peaksAreExact() throws {
    let folder = try TemporaryFolder()
    func peaks(_ samples: [Float], channels: Int = 1) throws -> SoundPeaks {
      let path = folder.file("a.wav")
      try Data(wavBytes(samples, channels: channels)).write(to: URL(fileURLWithPath: path))
      return try SoundFileReader(path: path, named: "a.wav").peaks()
    }
    let short = try peaks([0.5, -0.25] + [Float](repeating: 0, count: 510) + [-1])
    #expect(short.values == [-32, 64, 0, 0, -127, 0])
    #expect(short.rate == 187.5 && short.duration == 513.0 / 48_000)
    #expect(try peaks([0.5, -1, 0, 0], channels: 2).values == [-127, 64])
    // Longer than spans of 256 would hold.
    var collector = PeakCollector(channels: 1)
    for _ in 0..<SoundPeaks.maxCount { collector.add([Float](repeating: 0, count: 256)) }
    collector.add([Float](repeating: 0, count: 999) + [1])
    let all = collector.finish()
    #expect(all.rate == 93.75 && all.values.count == 2 * (SoundPeaks.maxCount / 2 + 2))
    #expect(all.values.last == 127 && all.values.dropLast().allSatisfy { $0 == 0 })
  }

  @Test("A trim begins and ends at its samples")
  func trimsAreExact() throws {
    let samples = (0..<48_000).map { Float($0) / 48_000 }
    let clip = try read(wavBytes(samples, channels: 1), from: 0.25, to: 0.75)
    #expect(clip.samples == Array(samples[12_000..<36_000]))
  }

  @Test("Resampling keeps time, level and pitch", arguments: [8000, 22_050, 44_100, 96_000, 192_000])
  func resamplingIsTrue(rate: Int) throws {
    let clip = try read(wavBytes(sine(997, rate: rate, seconds: 1), channels: 1, rate: rate))
    #expect(abs(clip.count - 48_000) <= 1)
    let expected = sine(997, rate: 48_000, seconds: 1)
    // Away from the ends, where a sine begins out of nothing.
    var worst: Float = 0
    for index in 2000..<46_000 { worst = max(worst, abs(clip.samples[index] - expected[index])) }
    #expect(worst < 2e-4)
  }

  @Test("A pulse stays at its instant")
  func pulsesStay() throws {
    var samples = [Float](repeating: 0, count: 44_100)
    samples[22_050] = 0.9
    let clip = try read(wavBytes(samples, channels: 1, rate: 44_100))
    #expect(clip.samples.indices.max { clip.samples[$0] < clip.samples[$1] } == 24_000)
  }

  @Test("Twice the speed halves the length and doubles the pitch")
  func speedChangesPitch() throws {
    let clip = try read(wavBytes(sine(500, rate: 48_000, seconds: 1), channels: 1), speed: 2)
    #expect(abs(clip.count - 24_000) <= 1)
    let expected = sine(1000, rate: 48_000, seconds: 0.5)
    #expect((2000..<22_000).allSatisfy { abs(clip.samples[$0] - expected[$0]) < 2e-4 })
  }

  @Test("5.1 is folded to stereo by ITU-R BS.775")
  func surroundIsFolded() throws {
    // Front left, front right, center, low frequencies, back left, back right.
    let frame: [Float] = [0.1, 0.2, 0.3, 0.9, 0.05, 0.06]
    let samples = Array(repeating: frame, count: 100).flatMap { $0 }
    let clip = try read(wavBytes(samples, channels: 6, mask: 0x3F))
    #expect(clip.channelCount == 2 && clip.count == 100)
    #expect(abs(clip.samples[0] - (0.1 + 0.7071068 * 0.3 + 0.7071068 * 0.05)) < 1e-5)
    #expect(abs(clip.samples[1] - (0.2 + 0.7071068 * 0.3 + 0.7071068 * 0.06)) < 1e-5)
  }

  private func reason(_ body: () throws -> SoundClip) -> String {
    do {
      return "\(try body().count) samples"
    } catch {
      return (error as? MediaError)?.reason ?? "\(error)"
    }
  }

  @Test("Files that cannot be used are reported with the reason")
  func badFilesAreReported() throws {
    let second = sine(440, rate: 48_000, seconds: 1)
    #expect(reason { try read(Array("no sound at all, but text".utf8)) } == "it is no file of sound that is known")
    #expect(reason { try read([]) } == "it is no file of sound that is known")
    #expect(
      reason { try read(wavBytes([.init(0), .nan], channels: 1)) } == "a sample at 0.0 s is not a number")
    #expect(
      reason { try read(wavBytes(second, channels: 1, saidBytes: 48_000 * 4 * 10)) }
        == "it is cut off at 1.0 s")
    #expect(reason { try read(wavBytes(second, channels: 1), from: 0.5, to: 2) } == "it ends at 1.0 s")
    #expect(
      reason { try read(wavBytes(second, channels: 1), from: 1.5) } == "the trim begins at or after its end, 1.0 s")
    #expect(
      reason { try read(wavBytes(second, channels: 1, rate: 1)) } == "it has 1 Hz; 4000 to 768000 are read")
    #expect(
      reason { try read(wavBytes([Float](repeating: 0, count: 6400), channels: 64)) }
        == "how its 64 channels are laid out is not known")
    #expect(reason { try read(wavBytes([], channels: 2)) } == "it holds no sound")
  }

  // MARK: Times of the file

  private func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = Array(type.utf8) + parts.joined()
    return number(content.count + 4) + content
  }

  private func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ((bytes - 1 - $0) * 8)) }
  }

  /// A fragmented QuickTime file of mono samples of 16 bits: its edit list begins with sample `start`, and each part has a
  /// time.
  private func movie(from start: Int, _ parts: [(time: Int, samples: [Int])]) -> [UInt8] {
    let zero = number(0)
    let matrix = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { number($0) }
    let entry = box(
      "sowt", [UInt8](repeating: 0, count: 6) + number(1, bytes: 2), zero + zero, number(1, bytes: 2),
      number(16, bytes: 2) + zero, number(48_000 << 16))
    let table = box(
      "stbl", box("stsd", zero, number(1), entry), box("stts", zero, zero), box("stsc", zero, zero),
      box("stsz", zero, zero, zero), box("stco", zero, zero))
    let data = box("dinf", box("dref", zero, number(1), box("url ", number(1))))
    let media = box(
      "mdia", box("mdhd", zero, zero, zero, number(48_000), zero, zero),
      box("hdlr", zero, Array("mhlrsoun".utf8), zero, zero, zero, [0]),
      box("minf", box("smhd", zero, zero), data, table))
    let edits = box("edts", box("elst", zero, number(1), zero, number(start), number(1 << 16)))
    let track = box(
      "trak", box("tkhd", number(3), zero, zero, number(1), zero, zero, zero, zero, zero, zero, matrix, zero, zero),
      edits, media)
    let head = box(
      "mvhd", zero, zero, zero, number(48_000), zero, number(1 << 16), number(1 << 24), zero, zero, matrix,
      [UInt8](repeating: 0, count: 24), number(2))
    let extends = box("mvex", box("trex", zero, number(1), number(1), number(1), number(2), zero))
    var bytes = box("ftyp", Array("qt  ".utf8), zero, Array("qt  iso5".utf8)) + box("moov", head, track, extends)
    for (index, part) in parts.enumerated() {
      func fragment(_ offset: Int) -> [UInt8] {
        box(
          "moof", box("mfhd", zero, number(index + 1)),
          box(
            "traf", box("tfhd", number(0x2_0000), number(1)), box("tfdt", zero, number(part.time)),
            box("trun", number(1), number(part.samples.count), number(offset))))
      }
      bytes += fragment(fragment(0).count + 8)
      bytes += box("mdat", part.samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }
    return bytes
  }

  private func pulse(at place: Int, count: Int = 4800) -> [Int] { (0..<count).map { $0 == place ? 16_384 : 0 } }

  @Test("What a file has before time 0 is not heard, and pauses between its parts are", arguments: [0, 2, 1024])
  func timesOfParts(start: Int) throws {
    let file = movie(from: start, [(0, pulse(at: 1500)), (24_000, pulse(at: 100)), (28_800, pulse(at: 7))])
    let samples = try read(file, name: "a.mov").samples
    #expect(samples.count == 33_600 - start)
    #expect(samples.indices.filter { samples[$0] != 0 } == [1500, 24_100, 28_807].map { $0 - start })
    let part = try read(file, from: 0.25, to: 0.55, name: "a.mov").samples
    #expect(part.count == 14_400 && part.indices.filter { part[$0] != 0 } == [12_100 - start])
  }

  @Test("A pause longer than memory allows is refused")
  func endlessPauses() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try Data(movie(from: 0, [(0, pulse(at: 1)), (0x7000_0000, pulse(at: 1))])).write(to: URL(fileURLWithPath: path))
    let reader = try SoundFileReader(path: path, named: "a.mov")
    #expect(reason { try reader.read(maxCount: 480_000) } == "it is longer than memory allows")
  }
}
