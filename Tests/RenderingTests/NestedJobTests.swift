import Foundation
import JobFile
import Sound
import StageKit
import TestSupport
import Testing
import Text

@testable import Rendering

/// A stage that shows a job.
struct Show: Stage, ParameterGroup {
  @Parameter("The job.", as: .job) var file: FileReference
  @Parameter() var time: TimeParameters?
  static let definition = StageDefinition(Self.self, "show", version: 1, "A job.", content: .job)

  private(set) var timeRemap: TimeRemap?

  mutating func prepare(_ context: any StageContext) throws {
    timeRemap = try (time ?? TimeParameters()).remap(duration: context.contentComposition?.duration)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame(inputs.layers[0].drawing) }
}

@Suite("Jobs that show jobs")
struct NestedJobTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let tick = (0..<2400).map { (index: Int) -> Float in
      let time = Double(index)
      return Float(0.8 * exp(-time / 300) * cos(time * 0.3))
    }
    try Data(wavBytes(tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    let inner = """
      {"canvas": {"size": [64, 48], "fps": 30, "duration": 2, "background": "#203040"},
       "stages": [{"id": "disc", "stage": "disc"}], "sounds": [{"file": "tick.wav", "start": 0.5}]}
      """
    try Data(inner.utf8).write(to: URL(fileURLWithPath: folder.file("inner.json")))
  }

  private func outer(_ parameters: String, _ more: String = "", outputs: String? = nil) throws -> Job {
    try job(
      "outer", frames: 90,
      stages: #"{"id": "show", "stage": "show", "parameters": {"file": "inner.json"\#(parameters)}\#(more)}"#,
      outputs: outputs, folder: folder.path + "/")
  }

  private func samples(_ parameters: String, _ more: String = "") throws -> [Float] {
    let mix = try PlannedJob(try outer(parameters, more), registry: registry).soundMix()
    let samples = mix.samples(0..<mix.count)
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test(
    "Pictures equal those of the job itself, at the remapped instants",
    arguments: [("", 1.0, 0.0), (#", "time": {"speed": 0.5}"#, 0.5, 0), (#", "time": {"offset": 1}"#, 1, 1)])
  func pictures(time: String, speed: Double, offset: Double) throws {
    let shown = try PlannedJob(try outer(time), registry: registry)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("inner.json")))
    let inner = try #require(
      JobReader.read(bytes: Array(bytes), file: folder.file("inner.json"), registry: registry).job)
    let alone = try PlannedJob(inner, registry: registry)
    for frame in stride(from: 0, to: 30, by: 7) {
      let seconds = Double(frame) / 30
      #expect(try shown.image(at: seconds) == alone.image(at: offset + speed * seconds))
    }
  }

  @Test("Its sounds are heard with its time, to the sample")
  func sounds() throws {
    let tick = try #require(try? SoundFileReader(path: folder.file("tick.wav"), named: "tick.wav").read()).samples
    func part(_ samples: [Float], from start: Int) -> [Float] { Array(samples[start..<start + 2400]) }
    let plain = try samples("")
    #expect(part(plain, from: 24_000) == tick && plain[23_999] == 0)
    let later = try samples("", #", "start": 0.25"#)
    #expect(part(later, from: 36_000) == tick)
    let cut = try samples(#", "time": {"offset": 0.25}"#)
    #expect(part(cut, from: 12_000) == tick)
    let loop = try samples(#", "time": {"length": 1, "loop": true}"#)
    for second in 0..<3 { #expect(part(loop, from: second * 48_000 + 24_000) == tick) }
    let back = try samples(#", "time": {"reverse": true}"#)
    #expect(part(back, from: 72_000 - 2399) == tick.reversed())
    #expect(try samples(#", "time": {"freeze": 0.51}"#).allSatisfy { $0 == 0 })
    let fast = try samples(#", "time": {"speed": 2}"#)
    let onset = fast.firstIndex { abs($0) > 0.2 }
    #expect(abs((onset ?? 0) - 12_000) <= 2)
  }

  @Test("Shares that join deliver what one machine does, and a run again encodes nothing")
  func shares() throws {
    let job = try outer(#", "time": {"speed": 0.5, "loop": true}"#, outputs: #"{"file": "a.mp4", "gop": 20}"#)
    let store = StoreSettings(folder: folder.file("store"), limit: .max)
    func deliver(_ name: String, _ purpose: RunPurpose = .deliver, _ store: StoreSettings? = nil) {
      var settings = RenderSettings(outputFolder: folder.file(name), workers: 2, store: store)
      settings.purpose = purpose
      RenderSession(jobs: [job], registry: registry, settings: settings) { event in
        if case .failed(_, let failure) = event { Issue.record("\(failure)") }
      }.run()
    }
    deliver("one")
    for index in 0..<2 { deliver("none", .store(try #require(Share("\(index)/2"))), store) }
    deliver("joined", .join(nil), store)
    deliver("again", .deliver, store)
    let first = folder.files(below: "one")
    #expect(first.count == 1 && folder.files(below: "joined") == first && folder.files(below: "again") == first)
  }

  @Test("A job has the locale of the job that shows it unless it has its own")
  func locale() throws {
    for (own, expected) in [("", "de"), ("\"locale\": \"ja\", ", "ja")] {
      try folder.write(#"{\#(own)"canvas": {"size": [64, 48], "duration": 1}, "stages": []}"#, to: "inner.json")
      let text = #"""
        {"locale": "de", "canvas": {"size": [64, 48], "duration": 1},
         "stages": [{"id": "show", "stage": "show", "parameters": {"file": "inner.json"}}]}
        """#
      let job = JobReader.read(bytes: Array(text.utf8), file: folder.file("outer.json"), registry: registry).job
      #expect(job?.stages.first?.nested?.job.composition.locale == expected)
    }
  }

  @Test("Text without a language is in the job's locale")
  func textLocale() throws {
    var job = try outer("")
    let stage = job.stages[0]
    func layout(_ locale: String, _ language: String = "") throws -> TextLayout {
      job.composition.locale = locale
      return try JobContext(job, text: TextEngine()).context(of: stage).layout(
        TextRequest("5 %", style: TextStyle(size: 10, language: language)))
    }
    #expect(try layout("ar").lines.map(\.isRightToLeft) == [true])
    #expect(try layout("ar", "en").lines.map(\.isRightToLeft) == [false])
    #expect(try layout("") == layout("en"))
  }

  @Test("A nested job's file is one of the files that the job follows from")
  func files() throws {
    let job = try outer("")
    #expect(job.inputFiles.map { ($0.reference.path as NSString).lastPathComponent } == ["inner.json", "tick.wav"])
  }
}
