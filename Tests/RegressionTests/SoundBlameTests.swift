import Foundation
import JobFile
import Regression
import StageKit
import TestSupport
import Testing

@Suite("Blaming sounds") struct SoundBlameTests {
  private let folder: TemporaryFolder
  private let registry = StageRegistry(shippedStages)
  private let base = """
    { "name": "film", "canvas": { "size": [64, 64], "fps": 24, "duration": 2 },
      "stages": [ { "id": "pin", "stage": "pin-morph", "start": 0.5, "parameters": { "position": [32, 48], "zoom": 0.1 } } ],
      "sounds": [ { "id": "music", "file": "tone.wav", "loop": true, "gain": -6, "duck": { "under": "tick" } },
                  { "id": "tick", "file": "tick.wav", "start": { "after": "pin.start" } } ] }
    """

  init() throws {
    folder = try TemporaryFolder()
    let tone = (0..<48_000).map { (index: Int) -> Float in Float(0.3 * sin(Double(index) * 2 * .pi / 480)) }
    let tick = (0..<2400).map { (index: Int) -> Float in
      Float(exp(-Double(index) / 300) * sin(Double(index + 1) * 0.3))
    }
    try Data(wavBytes(tone, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
    try Data(wavBytes(tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    try Data(wavBytes(tick.map { -$0 }, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tock.wav")))
  }

  /// The causes that are found after an edit, of sounds and others, against a baseline whose record may be changed.
  private func causes(
    _ old: String, _ new: String, record: (inout JobRecord) -> Void = { _ in }
  ) throws -> [String] {
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 2, program: "test")
    let baseline = BaselineFolder(folder.file("baseline"))
    let run = RegressionRun(registry: registry, settings: settings)
    for result in run.observe([try job(base, "film", in: folder, registry)]) {
      var observation = try #require(result.observation)
      record(&observation.record)
      try baseline.write(observation)
    }
    let edited = base.replacing(old, with: new)
    #expect(edited != base || old == new)
    let results = run.compare([try job(edited, "film", in: folder, registry)], with: baseline)
    return results.flatMap { $0.causes.map(\.description) }
  }

  @Test("An equal job passes") func equalJobsPass() throws { #expect(try causes("tick", "tick") == []) }

  @Test("An edited sound is named, with what changed, since when and by how much") func editsAreNamed() throws {
    #expect(
      try causes("-6", "-9") == ["sound 'music': gain -6 → -9: from 0.000 s to 2.000 s up to 3.0 dB quieter"])
  }

  @Test("A sound that sinks under an edited one follows it") func duckingFollows() throws {
    #expect(
      try causes(#""file": "tick.wav""#, #""gain": -3, "file": "tick.wav""#) == [
        "sound 'tick': gain default → -3: from 0.500 s to 0.600 s up to 3.0 dB quieter; 'music' sinks under it"
      ])
  }

  @Test("A sound that comes or goes is named") func changesOfTheListAreNamed() throws {
    #expect(try causes("tick", "tock") == ["sound 'tock' is new", "sound 'tick' is gone"])
  }

  @Test("A sound that has another id, or whose file has another name, is the same sound") func renamedSounds() throws {
    #expect(try causes("tick\"", "tock\"") == [])
    try FileManager.default.copyItem(atPath: folder.file("tick.wav"), toPath: folder.file("copy.wav"))
    #expect(try causes("tick.wav", "copy.wav") == [])
    let both = try causes(#"tick.wav""#, #"copy.wav", "gain": -3"#)
    #expect(both.count == 1 && both[0].contains("gain default → -3"), "\(both)")
  }

  @Test("A video of another length cuts off or adds silence, and fades earlier, which is no change of a sound")
  func lengths() throws {
    for seconds in ["1.75", "1.875", "2.5"] {
      let found = try causes(#""duration": 2"#, #""duration": \#(seconds)"#)
      #expect(found.count == 1 && found[0].contains("frames, 2.000 s →"), "\(found)")
    }
    let edited = try causes(#""duration": 2 }"#, #""duration": 1.75 }, "loudness": "as is""#)
    #expect(!edited.contains { $0.contains("sound '") }, "\(edited)")
  }

  @Test("Another mix of equal sounds is told from other bytes of an equal one") func otherMix() throws {
    func isRemixed(_ record: inout JobRecord) {
      record.outputs[0].digest = "0"
      record.outputs[0].sound = ["-20.0/-20.0"]
    }
    #expect(
      try causes("tick", "tick", record: isRemixed) == [
        "film.mp4: another sound from equal sounds, settings and encoder: their mix or encoding changed"
      ])
    #expect(
      try causes("tick", "tick") { $0.outputs[0].digest = "0" } == [
        "film.mp4: other bytes from equal pixels, settings and encoder: their conversion, encoding or joining changed"
      ])
  }
}
