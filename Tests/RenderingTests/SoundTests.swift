import Foundation
import JobFile
import Sound
import StageKit
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite("Sound of jobs")
struct SoundTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let tick = (0..<2400).map { (index: Int) -> Float in
      let time = Double(index)
      return Float(0.8 * exp(-time / 300) * sin(time * 0.3))
    }
    let music = (0..<96_000).map { index -> Float in
      let time = Double(index / 2)
      return Float(0.2 * sin(time * 0.03) + 0.1 * sin(time * 0.0471))
    }
    try Data(wavBytes(tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    try Data(wavBytes(music)).write(to: URL(fileURLWithPath: folder.file("music.wav")))
  }

  private let plain = #"{"id": "disc", "stage": "disc"}"#
  private let both = #"{"file": "music.wav", "loop": true, "gain": -6}, {"file": "tick.wav", "start": 0.5}"#

  private func job(
    _ name: String, sounds: String, stages: String? = nil, frames: Int = 60, outputs: String? = nil,
    isLoop: Bool = false
  ) throws -> Job {
    try makeJob(
      name, frames: frames, stages: stages ?? plain, isLoop: isLoop, outputs: outputs, folder: folder.path + "/",
      sounds: sounds)
  }

  private func samples(_ file: String) throws -> SoundClip {
    try SoundFileReader(path: folder.file(file), named: file).read()
  }

  private func store(_ name: String = "store") -> StoreSettings {
    StoreSettings(folder: folder.file(name), limit: .max)
  }

  @Test("Any number of workers, shares and interruptions gives the same bytes") func bytesAreEqual() throws {
    let outputs = #"{"file": "a.mp4", "gop": 20}, {"file": "b.mov", "codec": "prores"}, {"file": "c.wav"}"#
    let job = try job("film", sounds: both, outputs: outputs)
    var contents: [[String: Data]] = []
    func deliver(_ name: String, workers: Int, _ purpose: RunPurpose = .deliver, store: StoreSettings? = nil) {
      var settings = RenderSettings(outputFolder: folder.file(name), workers: workers, store: store)
      settings.purpose = purpose
      RenderSession(jobs: [job], registry: registry, settings: settings) { event in
        if case .failed(_, let failure) = event { Issue.record("\(failure)") }
      }.run()
      if purpose.share == nil { contents.append(folder.files(below: name)) }
    }
    deliver("one", workers: 1)
    deliver("three", workers: 3)
    for index in 0..<3 { deliver("none", workers: 1, .store(try #require(Share("\(index)/3"))), store: store()) }
    deliver("joined", workers: 2, .join(nil), store: store())
    deliver("again", workers: 2, store: store())
    #expect(contents.allSatisfy { $0.count == 3 && $0 == contents[0] })
  }

  @Test("A sound as it is that clips is a warning with its peak and the first time") func clipping() throws {
    let job = try job(
      "loud", sounds: #"{"file": "tick.wav", "start": 0.5, "gain": 12}"#, stages: "",
      outputs: #"{"file": "a.wav", "sound": {"loudness": "as is"}}"#)
    let warnings = render([job], to: folder).compactMap { event in
      if case .warned(_, let warning) = event { warning.message } else { nil as String? }
    }
    let peak = try samples("a.wav").samples.map(abs).max() ?? 0
    #expect(peak >= 1)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("the sound of 'a.wav' clips: its peak is ") == true, "\(warnings)")
    #expect(warnings.first?.contains(" dB above full scale, first at 0.5") == true, "\(warnings)")
  }

  private func warnings(_ job: Job) -> [String] {
    render([job], to: folder).compactMap { if case .warned(_, let warning) = $0 { warning.message } else { nil } }
  }

  @Test(
    "A mix that clips is one warning of all files that have it, whatever their container; with a loudness it is none")
  func clippingEverywhere() throws {
    let sounds = #"{"file": "tick.wav", "start": 0.5, "gain": 12}"#
    func outputs(_ loudness: String) -> String {
      ["a.mp4", "b.webm", "c.mkv", "d.wav", "e.m4a"].map { #"{"file": "\#($0)", "sound": {"loudness": \#(loudness)}}"# }
        .joined(separator: ", ")
    }
    let mov =
      #", {"file": "f.mov", "codec": "prores", "sound": {"loudness": "as is"}}, {"file": "g.mp4", "sound": false}"#
    let found = warnings(try job("all", sounds: sounds, outputs: outputs(#""as is""#) + mov))
    let names = "the sound of 'a.mp4', 'e.m4a', 'b.webm', 'c.mkv', 'f.mov' and 'd.wav' clips: its peak is "
    #expect(found.count == 1 && found.first?.hasPrefix(names) == true, "\(found)")
    #expect(!warnings(try job("loud", sounds: sounds, outputs: outputs("-30"))).contains { $0.contains("clips") })
    let quiet = #"{"file": "tick.wav", "start": 0.5, "gain": -90}"#
    let silent = warnings(try job("quiet", sounds: quiet, outputs: #"{"file": "a.wav"}, {"file": "b.mkv"}"#))
    #expect(silent.count == 1 && silent.first?.hasPrefix("the sound of 'b.mkv' and 'a.wav' is ") == true, "\(silent)")
  }

  @Test("A sound follows the moment that it begins at") func soundsFollowMoments() throws {
    let stages = #"{"id": "beat", "stage": "beater", "start": 0.25}"#
    let outputs = #"{"file": "a.wav", "sound": {"loudness": "as is"}}"#
    let job = try job(
      "cues", sounds: #"{"file": "tick.wav", "start": {"each": "beat.beat", "delay": 0.1}, "gain": -6}"#,
      stages: stages,
      outputs: outputs)
    #expect(render([job], to: folder).failures.isEmpty)
    let clip = try samples("a.wav")
    #expect(clip.count == 96_000)
    // Beats at 0.25, 0.75, 1.25 and 1.75 s, and a tenth of a second later.
    let onsets = (1..<clip.count).filter {
      clip.samples[$0 * 2] != 0 && (($0 - 40)..<$0).allSatisfy { clip.samples[max(0, $0) * 2] == 0 }
    }
    // A tick's first sample is 0.
    let beats = [0.35, 0.85, 1.35, 1.85]
    #expect(onsets == beats.map { (beat: Double) -> Int in Int(beat * 48_000) + 1 })
  }

  @Test("What changed alone is made anew") func reuseIsSeparate() throws {
    func run(_ sounds: String, _ parameters: String) throws -> (FrameCounts?, Data?) {
      let job = try job(
        "reuse", sounds: sounds, stages: #"{"id": "disc", "stage": "disc", "parameters": \#(parameters)}"#)
      let counts = render([job], to: folder, store: store()).counts
      return (counts, folder.bytes("reuse.mp4"))
    }
    let first = try run(both, "{}")
    let otherSound = try run(#"{"file": "tick.wav"}"#, "{}")
    #expect(first.0?.drawn == 60 && otherSound.0?.drawn == 0 && first.1 != otherSound.1)
    let before = folder.names(below: "store").count
    let otherPicture = try run(both, #"{"color": "red"}"#)
    #expect(otherPicture.0?.drawn == 60 && folder.names(below: "store").count == before)
  }

  @Test("A muted run has no sound, and one of some frames has theirs") func partsHaveTheirSound() throws {
    let outputs = #"{"file": "a.mp4"}, {"file": "a.wav", "sound": {"loudness": "as is"}}"#
    let job = try job("part", sounds: both, outputs: outputs)
    #expect(render([job], to: folder, frames: 15...29).failures.isEmpty)
    #expect(try samples("a.wav").count == 24_000)
    var settings = RenderSettings(outputFolder: folder.file("mute"), workers: 1)
    settings.isMuted = true
    RenderSession(jobs: [job], registry: registry, settings: settings) { _ in }.run()
    #expect(folder.names(below: "mute") == ["a.mp4"])
    #expect(throws: (any Error).self) { try SoundFileReader(path: folder.file("mute/a.mp4"), named: "a.mp4") }
  }

  @Test("A job can be delivered as sound alone") func soundAloneIsDelivered() throws {
    let job = try job("alone", sounds: both, outputs: #"{"file": "alone.m4a"}"#)
    let events = render([job], to: folder)
    #expect(events.failures.isEmpty && events.summaries.map(\.duration) == [2])
    #expect(try samples("alone.m4a").count == 96_000)
  }

  @Test("Sounds that cannot be used fail their job with their places, and no other") func faultsHavePlaces() throws {
    try folder.write("no sound", to: "text.wav")
    let bad = try job(
      "bad", sounds: #"{"file": "tick.wav", "trim": [0, 9]}, {"file": "text.wav"}, {"file": "music.wav", "trim": [7]}"#)
    let good = try job("good", sounds: both)
    let events = render([bad, good], to: folder)
    #expect(events.summaries.map(\.name) == ["good"])
    guard case .badJob(let faults)? = events.failures.first else {
      Issue.record("\(events.failures)")
      return
    }
    #expect(faults.map(\.path) == ["sounds[0].trim[1]", "sounds[1].file", "sounds[2].trim[0]"])
    #expect(
      faults.map(\.message) == [
        "ends after the end of 'tick.wav', 0.05 s", "'text.wav': it is no file of sound that is known",
        "begins at or after the end of 'music.wav', 1 s",
      ])
  }

  @Test("A cue that never comes is an error") func cuesMustCome() throws {
    let job = try job(
      "never", sounds: #"{"file": "tick.wav", "start": {"each": "beat.beat"}}"#,
      stages: #"{"id": "beat", "stage": "beater", "start": 5}"#)
    guard case .badJob(let faults)? = render([job], to: folder).failures.first else {
      Issue.record("it was delivered")
      return
    }
    #expect(faults.map(\.message) == ["stage 'beat' never reaches the cue 'beat' before the video's end"])
  }

  @Test("In a looping job a sound's tail is heard at its start") func loopsGoOn() throws {
    let job = try job(
      "loop", sounds: #"{"file": "tick.wav", "start": 1.99}"#, stages: #"{"id": "pulse", "stage": "pulse"}"#,
      outputs: #"{"file": "loop.wav", "sound": {"loudness": "as is"}}"#, isLoop: true)
    #expect(render([job], to: folder).failures.isEmpty)
    let clip = try samples("loop.wav")
    let tick = try samples("tick.wav")
    #expect((0..<1900).allSatisfy { abs(clip.samples[$0 * 2] - tick.samples[$0 + 480]) < 2e-7 })
  }
}

/// A stage with a cue every half second.
struct Beater: Stage, ParameterGroup {
  let beat = Moment("A beat begins.", .cue)
  static let definition = StageDefinition(Self.self, "beater", version: 1, "Beats.")

  func cues(until seconds: Double) -> [Moment.Time] {
    stride(from: 0, to: max(0, seconds), by: 0.5).map { beat.at($0) }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
}

/// `job`, where a method has that name.
private func makeJob(
  _ name: String, frames: Int, stages: String, isLoop: Bool, outputs: String?, folder: String, sounds: String
) throws -> Job {
  try job(
    name, frames: frames, stages: stages, isLoop: isLoop, outputs: outputs, folder: folder, sounds: sounds)
}
