import StageKit
import Testing

@testable import Formats

/// The rules of the places that files go to.
@Suite("Delivery profiles")
struct DeliveryProfileTests {
  /// A file that the App Store takes.
  private var preview: DeliveryFacts {
    var facts = DeliveryFacts()
    facts.ending = "mp4"
    facts.codec = "h264"
    facts.codecProfile = "High"
    facts.level = 4
    facts.width = 886
    facts.height = 1920
    facts.framesPerSecond = 30
    facts.seconds = 20
    facts.bytes = 15_000_000
    return facts
  }

  private func faults(_ name: String, _ change: (inout DeliveryFacts) -> Void) throws -> [String] {
    var facts = preview
    change(&facts)
    return try #require(DeliveryProfile.named(name)).faults(of: facts)
  }

  @Test("Each rule has the page that says it and when it was read")
  func sources() {
    #expect(Set(DeliveryProfile.all.map(\.name)).count == DeliveryProfile.all.count)
    for profile in DeliveryProfile.all {
      #expect(!profile.rules.isEmpty)
      for rule in profile.rules { #expect(rule.source.contains(".") && rule.date.wholeMatch(of: /\d{4}-\d{2}/) != nil) }
    }
  }

  @Test("A file within all rules has no fault, and unknown facts break none")
  func fine() throws {
    #expect(try faults("app-store-preview") { _ in } == [])
    #expect(try faults("app-store-preview") { $0 = DeliveryFacts() } == [])
    // The ends of ranges are within them.
    for seconds in [15.0, 30] { #expect(try faults("app-store-preview") { $0.seconds = seconds } == []) }
    #expect(try faults("app-store-preview") { $0.framesPerSecond = 30000.0 / 1001 } == [])
  }

  @Test("Sound has rules where there is sound")
  func sound() throws {
    func faults(_ codec: String, _ rate: Int, _ channels: Int, _ bitRate: Double, _ name: String) throws -> [String] {
      try self.faults(name) { facts in
        (facts.soundCodec, facts.soundProfile, facts.sampleRate) = (codec, "LC", rate)
        (facts.channelCount, facts.soundBitRate) = (channels, bitRate)
        if name == "instagram-reel" { (facts.width, facts.height) = (1080, 1920) }
      }
    }
    #expect(try faults("aac", 48_000, 2, 256, "app-store-preview") == [])
    // A little more than what was asked of the coder.
    #expect(try faults("aac", 44_100, 2, 130, "instagram-reel") == [])
    #expect(try faults("opus", 48_000, 2, 128, "app-store-preview") == ["sound of opus; aac, pcm are taken"])
    #expect(try faults("pcm", 48_000, 1, 768, "app-store-preview") == ["sound of 1 channel; 2 are taken"])
    #expect(
      try faults("aac", 96_000, 2, 192, "instagram-reel") == [
        "sound of 96000 samples a second; at most 48000 samples a second are taken",
        "sound of 192 kb/s; at most 128 kb/s are taken",
      ])
  }

  @Test("Faults say what the file is and what is taken")
  func words() throws {
    #expect(try faults("app-store-preview") { $0.seconds = 14.9 } == ["14.9 s; 15 to 30 s are taken"])
    #expect(
      try faults("app-store-preview") { $0.framesPerSecond = 60 } == [
        "60 frames a second; 1 to 30 frames a second are taken"
      ])
    #expect(try faults("app-store-preview") { $0.level = 4.2 } == ["level 4.2; at most 4 are taken"])
    #expect(try faults("app-store-preview") { $0.bytes = 501_000_000 }.first == "501 MB; at most 500 MB are taken")
    #expect(try faults("app-store-preview") { $0.bytes = 40_000_000 } == ["16 Mb/s; at most 12 Mb/s are taken"])
    #expect(try faults("app-store-preview") { $0.codec = "vp9" } == ["vp9; h264, prores are taken"])
    #expect(
      try faults("app-store-preview") { $0.width = 888 }.first?.hasPrefix("888 × 1920 pixels; 886 × 1920, ") == true)
    #expect(
      try faults("instagram-reel") { $0.hasEditList = true } == [
        "there is an edit list; files without one are taken", "886 × 1920 pixels, 0.46 : 1; 0.56 : 1 is taken",
      ])
    #expect(
      try faults("youtube") {
        $0.groupSeconds = 1.87
        $0.bFrames = 3
        $0.isIndexFirst = false
      } == [
        "the index comes after the pictures; it must come first", "3 B-frames in a row; at most 2 are taken",
        "key frames up to 1.87 s apart; at most 0.5 s are taken",
      ])
    #expect(try faults("web-alpha") { $0.hasAlpha = false }.contains("there is no alpha"))
  }

  @Test("Light and range that only some players show are faults where nothing else is said")
  func standardRange() throws {
    for profile in DeliveryProfile.all where !["youtube", "google-play", "editor"].contains(profile.name) {
      let plain = try faults(profile.name) { $0.isFullRange = false }
      #expect(
        try faults(profile.name) { $0.isFullRange = true }.filter { !plain.contains($0) } == [
          "colors in full range; limited range is taken"
        ])
      #expect(try faults(profile.name) { $0.hdr = "PQ" }.filter { !plain.contains($0) } == ["HDR (PQ); SDR is taken"])
    }
  }

  @Test("YouTube takes 48 and 96 kHz")
  func sampleRates() throws {
    let plain = try faults("youtube") { _ in }
    for rate in [48_000, 96_000] { #expect(try faults("youtube") { $0.sampleRate = rate } == plain) }
    for rate in [44_100, 88_200] {
      #expect(
        try faults("youtube") { $0.sampleRate = rate } == plain + [
          "sound of \(rate) samples a second; 48000, 96000 are taken"
        ])
    }
  }

  @Test("YouTube's bit rates follow the size and the rate")
  func bitRates() throws {
    let profile = try #require(DeliveryProfile.named("youtube"))
    func limit(_ width: Int, _ height: Int, _ rate: Double) -> Double? {
      var facts = preview
      (facts.width, facts.height, facts.framesPerSecond) = (width, height, rate)
      return profile.maxBitRate(of: facts)
    }
    #expect(
      [
        limit(1920, 1080, 30), limit(1080, 1920, 60), limit(1280, 720, 60), limit(3840, 2160, 24), limit(640, 360, 30),
        limit(360, 640, 60),
        limit(854, 480, 30),
      ] == [8, 12, 7.5, 45, 1, 1.5, 2.5])
  }

  @Test("A rate above the limit is divided by the smallest whole number that helps")
  func rates() throws {
    let profile = try #require(DeliveryProfile.named("app-store-preview"))
    #expect(profile.frameRate(for: .sixty) == FrameRate(30))
    #expect(profile.frameRate(for: try #require(FrameRate(60000, 1001))) == FrameRate(30000, 1001))
    #expect(profile.frameRate(for: try #require(FrameRate(100))) == FrameRate(25))
    #expect(profile.frameRate(for: try #require(FrameRate(30))) == nil)
  }

  @Test("Codecs follow from the file's ending and what is taken")
  func codecs() throws {
    #expect(DeliveryProfile.named("editor")?.codec(in: .mov)?.name == Codecs.named("prores")?.name)
    #expect(DeliveryProfile.named("web-alpha")?.codec(in: .webm)?.name == "vp9")
    #expect(DeliveryProfile.named("youtube")?.codec(in: .mp4)?.name == "h264")
  }
}
