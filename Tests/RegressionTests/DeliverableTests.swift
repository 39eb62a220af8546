import Foundation
import JobFile
import Regression
import Rendering
import StageKit
import TestSupport
import Testing
import Video

/// A job with a picture, a sound and subtitles, delivered in one kind of file after the other; each of its inputs is edited.
@Suite("Regressions of all that is delivered") struct DeliverableTests {
  /// A kind of file, and which of the job's inputs it holds.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    /// The members of its entry in `outputs`.
    var output: String
    var hasPictures = true
    var hasSound = false
    var hasSubtitles = false
    /// An edit of the output's settings, and what the report says of it.
    var edit: (old: String, new: String, text: String)
    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(
      name: "H.264 in MP4, subtitles as a track", output: #""file": "a.mp4", "crf": 20, "subtitles": "track""#,
      hasSound: true, hasSubtitles: true, edit: (#""crf": 20"#, #""crf": 30"#, "a.mp4: crf 20 → 30")),
    Kind(
      name: "H.264 with files of SubRip", output: #""file": "a.mp4", "subtitles": "srt""#, hasSound: true,
      hasSubtitles: true,
      edit: (#""subtitles": "srt""#, #""subtitles": "vtt""#, "a.mp4: subtitles srt → vtt")),
    Kind(
      name: "HEVC in MP4 with files of WebVTT", output: #""file": "a.mp4", "codec": "hevc", "subtitles": "vtt""#,
      hasSound: true, hasSubtitles: true,
      edit: (#""subtitles": "vtt""#, #""subtitles": "file""#, "a.mp4: subtitles vtt → file")),
    Kind(
      name: "AV1 in MP4", output: #""file": "a.mp4", "codec": "av1", "sound": false"#,
      edit: (#", "sound": false"#, "", "a.mp4: sound nothing → aac 192 kb/s, -14.0 LUFS, at most -1.0 dBTP")),
    Kind(
      name: "H.264 for a place", output: #""file": "a.mp4", "for": "web""#, hasSound: true,
      edit: (#""for": "web""#, #""for": "linkedin""#, "for web → linkedin")),
    Kind(
      name: "Alpha above colors",
      output: #""file": "a.mp4", "background": "clear", "alpha": "stacked", "sound": false"#,
      edit: (#""clear""#, #""rgba(0, 0, 0, 0.5)""#, "a.mp4: background")),
    Kind(
      name: "ProRes in MOV", output: #""file": "a.mov", "codec": "prores", "subtitles": "track""#, hasSound: true,
      hasSubtitles: true, edit: (#""prores""#, #""h264""#, "codec prores → h264")),
    Kind(
      name: "ProRes with alpha", output: #""file": "a.mov", "codec": "prores", "background": "clear", "sound": false"#,
      edit: (#", "background": "clear""#, "", "background")),
    Kind(
      name: "VP9 in WebM", output: #""file": "a.webm", "subtitles": "track""#, hasSound: true, hasSubtitles: true,
      edit: (
        #""subtitles": "track""#, #""sound": { "loudness": -20 }, "subtitles": "track""#,
        "-14.0 LUFS, at most -1.0 dBTP → opus 160 kb/s, -20.0 LUFS"
      )),
    Kind(
      name: "VP9 with alpha", output: #""file": "a.webm", "background": "clear", "sound": false"#,
      edit: (#""clear""#, #""white""#, "a.webm: background")),
    Kind(
      name: "FFV1 in Matroska", output: #""file": "a.mkv", "subtitles": "track""#, hasSound: true, hasSubtitles: true,
      edit: (#""file": "a.mkv""#, #""file": "b.mkv""#, "b.mkv: file a.mkv → b.mkv")),
    Kind(
      name: "GIF", output: #""file": "a.gif", "plays": 1"#,
      edit: (#""plays": 1"#, #""plays": 2"#, "a.gif: plays 1 → 2")),
    Kind(
      name: "APNG", output: #""file": "a.apng", "fps": 5"#, edit: (#""fps": 5"#, #""fps": 10"#, "a.apng: fps 5 → 10")),
    Kind(
      name: "WebP", output: #""file": "a.webp", "quality": 90"#,
      edit: (#""quality": 90"#, #""quality": 80"#, "a.webp: quality 90 → 80")),
    Kind(
      name: "AVIF", output: #""file": "a.avif", "quality": 90"#,
      edit: (#""quality": 90"#, #""quality": 80"#, "a.avif: quality 90 → 80")),
    Kind(
      name: "PNG, a file for each frame", output: #""file": "a-{frame}.png", "size": 0.5"#,
      edit: (#""size": 0.5"#, #""size": 1"#, "a-{frame}.png: size 0.5 → 1.0")),
    Kind(
      name: "JPEG, a file for each frame", output: #""file": "a-{frame}.jpg", "quality": 90"#,
      edit: (#""quality": 90"#, #""quality": 80"#, "a-{frame}.jpg: quality 90 → 80")),
    Kind(
      name: "A poster", output: #""file": "a.png", "poster": { "at": 0.1 }"#,
      edit: (#""at": 0.1"#, #""at": 0.2"#, "a.png: frames 1..<2 → 2..<3")),
    Kind(
      name: "A poster in AVIF", output: #""file": "a.avif", "poster": { "at": 0.1 }"#,
      edit: (#""at": 0.1"#, #""at": 0.2"#, "a.avif: frames 1..<2 → 2..<3")),
    Kind(
      name: "A sheet of sprites", output: #""file": "a.png", "sprite": { "columns": 2 }"#,
      edit: (#""columns": 2"#, #""columns": 3"#, "a.png: columns 2 → 3")),
    Kind(
      name: "WAV", output: #""file": "a.wav""#, hasPictures: false, hasSound: true,
      edit: (#""file": "a.wav""#, #""file": "a.wav", "from": 0.1"#, "a.wav: frames nothing → 1..<4")),
    Kind(
      name: "M4A", output: #""file": "a.m4a", "sound": { "bitRate": 128 }"#, hasPictures: false, hasSound: true,
      edit: ("128", "192", "a.m4a: sound aac 128 kb/s, -14.0 LUFS, at most -1.0 dBTP → aac 192 kb/s")),
  ]

  private let folder: TemporaryFolder
  private let registry = StageRegistry(shippedStages)

  init() throws { folder = try TemporaryFolder() }

  private func write(blue: UInt8 = 200, tone: Double = 480, subtitles: String = "Hello", end: String = "0,300") throws {
    let pixels: [UInt8] = (0..<16 * 16).flatMap { _ in [20, 120, blue, 255] }
    let image = try #require(Image(width: 16, height: 16, premultiplied: pixels))
    try Data(encodePNG(image)).write(to: URL(fileURLWithPath: folder.file("logo.png")))
    let samples = (0..<24_000).map { Float(0.3 * sin(Double($0) * 2 * .pi / tone)) }
    try Data(wavBytes(samples, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
    try folder.write("1\n00:00:00,100 --> 00:00:0\(end)\n\(subtitles)\n", to: "en.srt")
  }

  private func text(_ kind: Kind) -> String {
    """
    { "name": "film", "canvas": { "size": [96, 80], "fps": 10, "duration": 0.4, "background": "#203040" },
      "stages": [
        { "id": "logo", "stage": "picture", "parameters": { "file": "logo.png", "width": 16, "height": 16 } },
        { "id": "dot", "stage": "shape", "parameters": { "circle": { "radius": 6, "center": [12, 12] }, "fill": "#E04030" } } ],
      \(kind.hasSound ? #""sounds": [ { "id": "tone", "file": "tone.wav" } ],"# : "")
      \(kind.hasSubtitles ? #""subtitles": [ { "id": "one", "language": "en", "file": "en.srt" } ],"# : "")
      "outputs": [ { \(kind.output) } ] }
    """
  }

  /// The findings of a run of a job in a text.
  private func compare(_ text: String, _ baseline: BaselineFolder) throws -> JobResult {
    let settings = RegressionSettings(
      outputFolder: folder.file("out-\(UUID().uuidString)"), workers: 1, program: "test")
    let run = RegressionRun(registry: registry, settings: settings)
    return try #require(run.compare([try job(text, "film", in: folder, registry)], with: baseline).first)
  }

  @Test("Each input of each kind of file is named when it changes, and nothing else is", arguments: kinds)
  func changesAreNamed(_ kind: Kind) throws {
    var base = text(kind)
    // Its settings may bring sound into play.
    if kind.edit.text.contains("sound nothing") {
      base = base.replacing(#""outputs""#, with: #""sounds": [ { "id": "tone", "file": "tone.wav" } ], "outputs""#)
    }
    try write()
    let baseline = BaselineFolder(folder.file("baseline"))
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 1, program: "test")
    let observed = RegressionRun(registry: registry, settings: settings)
      .observe([try job(base, "film", in: folder, registry)])
    var observation = try #require(observed.first?.observation, "\(observed.flatMap(\.lines))")
    #expect(observation.faults.filter { !$0.isLowQuality } == [])
    try baseline.write(observation)
    let same = try compare(base, baseline)
    #expect(same.causes == [] && same.notes == [])

    func expect(_ result: JobResult, _ kinds: [Blame.Kind], _ text: String, _ place: SourceLocation = #_sourceLocation)
    {
      #expect(result.status == .differs, sourceLocation: place)
      #expect(result.causes.map(\.kind) == kinds, "\(result.causes)", sourceLocation: place)
      #expect(result.causes.first?.detail.contains(text) == true, "\(result.causes)", sourceLocation: place)
    }
    let edited = base.replacing(kind.edit.old, with: kind.edit.new)
    #expect(edited != base)
    expect(try compare(edited, baseline), [.encoding], kind.edit.text)
    if kind.hasPictures {
      expect(
        try compare(base.replacing("#E04030", with: "#40E030"), baseline), [.parameters],
        "parameter 'fill' #E04030 → #40E030")
      try write(blue: 20)
      expect(try compare(base, baseline), [.parameters], "parameter 'file' logo.png, ")
    }
    if kind.hasSound {
      try write(tone: 200)
      expect(try compare(base, baseline), [.sound], "sound 'tone': file tone.wav, ")
      try write()
      let quieter = base.replacing(#""outputs""#, with: #""loudness": -20, "outputs""#)
      expect(try compare(quieter, baseline), [.encoding], "-14.0 LUFS, at most -1.0 dBTP → ")
    }
    guard kind.hasSubtitles else { return }
    // Also where bytes are not compared, since another version of the encoder wrote the baseline's.
    for encoder in [observation.record.platform.encoder, "another"] {
      observation.record.platform.encoder = encoder
      try baseline.write(observation)
      try write(subtitles: "Hallo")
      expect(
        try compare(base, baseline), [.subtitles],
        "cue 1 '00:00:00.100 --> 00:00:00.300 Hello' → '00:00:00.100 --> 00:00:00.300 Hallo'")
      try write(end: "0,350")
      expect(try compare(base, baseline), [.subtitles], "subtitles[0] (one): file en.srt, ")
      try write()
      let german = base.replacing(#""language": "en""#, with: #""language": "de""#)
      expect(try compare(german, baseline), [.subtitles], "subtitles[0] (one): language en → de")
      #expect(try compare(base, baseline).causes == [])
    }
  }

  @Test("Of several outputs the one that is edited is named, and all that hold an edited input share one cause")
  func severalOutputs() throws {
    try write()
    let kind = Self.kinds[0]
    let outputs = #"{ "file": "a.mp4" }, { "file": "b.webm", "crf": 30, "subtitles": "track" }, { "file": "c.wav" }"#
    let base = text(kind).replacing("{ \(kind.output) }", with: outputs)
    let baseline = BaselineFolder(folder.file("baseline"))
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 1, program: "test")
    let run = RegressionRun(registry: registry, settings: settings)
    try baseline.write(
      #require(run.observe([try job(base, "film", in: folder, registry)]).first?.observation))
    #expect(try compare(base, baseline).causes == [])
    #expect(
      try compare(base.replacing("\"crf\": 30", with: "\"crf\": 40"), baseline).causes.map(\.detail) == [
        "b.webm: crf 30 → 40"
      ])
    #expect(
      try compare(base.replacing(#", { "file": "c.wav" }"#, with: ""), baseline).causes.map(\.detail) == [
        "c.wav is gone"
      ])
    try write(subtitles: "Hallo")
    #expect(try compare(base, baseline).causes.map(\.kind) == [.subtitles])
  }

  @Test("Delivered subtitles that are not the job's are faults")
  func wrongFiles() throws {
    try write()
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 1, program: "test")
    let film = try job(text(Self.kinds[1]), "film", in: folder, registry)
    let engine = EditingEngine { folder in
      try? Data("1\n00:00:00,100 --> 00:00:00,300\nHallo\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/a.one.srt"))
    }
    let result = RegressionRun(registry: registry, settings: settings, engine: engine).observe([film]).first
    #expect(result?.observation?.faults.map(\.text) == ["'a.one.srt' does not hold the job's subtitles"])
  }
}

/// Delivers as the program does, and edits the files then.
private struct EditingEngine: RegressionEngine {
  let edit: @Sendable (_ folder: String) -> Void

  func drawer(_ settings: PictureSettings) -> any PictureDrawing { StandardEngine().drawer(settings) }

  func deliver(
    _ jobs: [Job], registry: StageRegistry, settings: RenderSettings, observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    StandardEngine().deliver(jobs, registry: registry, settings: settings, observe: observe)
    edit(settings.outputFolder)
  }
}
