import Formats
import StageKit
import Testing

@Suite("Output formats")
struct OutputFormatTests {
  private func h264(
    _ options: [(String, ParameterValue)] = [], width: Int = 96, height: Int = 64, rate: (Int, Int) = (60, 1)
  ) throws -> OutputFormat {
    try OutputFormat(
      H264(), ParameterValues(options), in: .mp4, width: width, height: height,
      frameRate: #require(FrameRate(rate.0, rate.1)))
  }

  @Test("Sides that do not divide into samples, or are out of range, are refused")
  func sidesAreChecked() {
    #expect(throws: FormatError(reason: "1079 × 1920 pixels do not divide into the samples of yuv420p")) {
      try h264(width: 1079, height: 1920)
    }
    #expect(throws: FormatError(reason: "width 0 is outside 1…16384; height 16385 is outside 1…16384")) {
      try h264(width: 0, height: 16385)
    }
  }

  @Test("An opaque codec has no format with alpha")
  func opaqueCodecs() {
    #expect(throws: FormatError(reason: "h264 is opaque")) {
      try OutputFormat(H264(), in: .mp4, alpha: true, width: 2, height: 2, frameRate: .sixty)
    }
  }

  @Test("Each setting counts in the digest")
  func eachSettingCounts() throws {
    let variants = [
      try h264(), try h264(width: 98), try h264(height: 66), try h264(rate: (30, 1)),
      try h264([("preset", .text("fast"))]), try h264([("crf", .number(19))]), try h264([("gop", .number(10))]),
      try OutputFormat(FFV1(), in: .matroska, width: 96, height: 64, frameRate: .sixty),
      try OutputFormat(FFV1(), in: .matroska, alpha: true, width: 96, height: 64, frameRate: .sixty),
    ]
    #expect(Set(variants.map(\.digest)).count == variants.count)
    #expect(try h264([("crf", .number(18))]) == h264())
  }

  @Test("'motion' encodes at a lower rate factor than it is given, though never without loss unless asked for")
  func motionRateFactors() throws {
    func given(_ preset: String, _ crf: Double) throws -> String? {
      try h264([("preset", .text(preset)), ("crf", .number(crf))]).encoder.options.first { $0.name == "crf" }?.value
    }
    #expect(try given("motion", 18) == "16.3" && given("medium", 18) == "18.0")
    #expect(try given("motion", 1.5) == "1.0" && given("motion", 1) == "1.0")
    #expect(try given("motion", 0) == "0.0")
  }

  @Test("Groups are of two seconds unless an option says otherwise")
  func groups() throws {
    #expect(try h264().encoder.groupLength == 600)
    #expect(try h264(rate: (30000, 1001)).encoder.groupLength == 300)
    #expect(try h264([("gop", .number(10))]).encoder.groupLength == 10)
  }

  @Test("Every codec goes into a container, and every container's codecs are known")
  func tablesAgree() {
    for codec in Codecs.all { #expect(Containers.all.contains { $0.codecs.contains(codec.name) }) }
    for container in Containers.all {
      #expect(!container.codecs.isEmpty && container.codecs.allSatisfy { Codecs.named($0) != nil })
    }
    #expect(Set(Codecs.all.map(\.name)).count == Codecs.all.count)
    #expect(Containers.forFile("a/b.mkv") == .matroska && Containers.forFile("mkv") == nil)
  }

  @Test(
    "In MP4 a frame lasts a whole number of ticks",
    arguments: [(60, 1), (25, 1), (30000, 1001), (1, 1), (1000, 1), (1_000_000, 999_999), (1, 1000), (7, 6999)])
  func frameLastsWholeTicks(numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(numerator, denominator))
    let ticks = Container.mp4.time(ofFrame: 1, at: rate)
    #expect(rate.timeScale * denominator == ticks * numerator)
    #expect(rate.timeScale <= Int(Int32.max) && ticks <= Int(Int32.max))
    #expect(Container.mp4.time(ofFrame: -2, at: rate) == -2 * ticks)
  }

  @Test("In Matroska frames are shown at the nearest millisecond")
  func nearestMillisecond() throws {
    let times = (0..<7).map { Container.matroska.time(ofFrame: $0, at: .sixty) }
    #expect(times == [0, 17, 33, 50, 67, 83, 100])
  }

  @Test("Numbers have as many digits as the last frame's, and at least four")
  func numbers() {
    #expect(FrameNumbering(frameCount: 60).name("a/{frame}.png", frame: 7) == "a/0007.png")
    #expect(FrameNumbering(frameCount: 10_001).name("{frame}.png", frame: 7) == "00007.png")
  }

  @Test("A frame's planes follow one another")
  func planesFollow() {
    let planes = FramePlanes(.yuv420p8, width: 6, height: 4)
    #expect((0..<3).map { planes.range(ofPlane: $0) } == [0..<24, 24..<30, 30..<36])
    #expect(FramePlanes(.yuv420p8, width: 5, height: 4, bytes: [UInt8](repeating: 0, count: 30)) == nil)
    #expect(FramePlanes(.rgba8, width: 5, height: 4, bytes: [UInt8](repeating: 0, count: 80)) != nil)
  }
}
