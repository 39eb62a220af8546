import Formats
import Foundation
import JobFile
import MediaBase
import Planning
import StageKit
import Synchronization
import TestSupport
import Testing
import Video

@testable import Rendering

/// Shows footage at its own size, with a time remap.
struct Player: Stage {
  struct Parameters: ParameterGroup {
    @Parameter(
      "The footage.", as: .file(extensions: ["mp4", "mov", "webm", "mkv", "gif", "apng", "png", "jpg"]))
    var file: FileReference
    @Parameter("Whether it is heard.") var sound = true
    @Parameter() var time: TimeParameters?
  }

  static let definition = StageDefinition(
    Self.self, "player", version: 1, "Footage.", soundtrack: .init(file: "file", if: "sound"))

  let footage: VideoClip
  let timeRemap: TimeRemap?

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    footage = try context.clip(parameters.file, framesPerSecond: 10)
    timeRemap = try (parameters.time ?? TimeParameters()).remap(duration: footage.duration)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let instant = timeRemap?.contentTime(at: time.seconds) ?? time.seconds
    if let image = footage.frame(at: instant) {
      frame.drawing.image(image, in: Rect(x: 0, y: 0, width: footage.size.width, height: footage.size.height))
    }
    return frame
  }
}

@Suite("Clips of stages")
struct ClipFileTests {
  let folder: TemporaryFolder
  private let stages = StageRegistry([Player.self, Disc.self])

  init() throws { folder = try TemporaryFolder() }

  /// A click of a twentieth of a second.
  private static let tick = (0..<2400).map { (index: Int) -> Float in
    let time = Double(index)
    return Float(0.8 * exp(-time / 300) * cos(time * 0.3))
  }

  /// Renders a disc that crosses the canvas, and returns the file.
  private func film(_ output: String, background: String = "#203040", sounds: String = "") throws -> String {
    let job = try job(
      "film", frames: 30, stages: #"{"id": "disc", "stage": "disc"}"#, background: background, outputs: "{\(output)}",
      folder: folder.path + "/", sounds: sounds)
    let events = render([job], to: folder)
    let name = try #require(job.outputs.first).file
    try #require(FileManager.default.fileExists(atPath: folder.file(name)), "\(events)")
    return folder.file(name)
  }

  private func clip(_ path: String) throws -> ClipFile {
    try ClipFile(path: path, named: "film", digest: FileDigest.whole(path))
  }

  private func decoded(_ path: String, _ output: String) throws -> [Image] {
    let job = try job("film", frames: 30, stages: "", outputs: "{\(output)}")
    let reader = try job.format(of: job.outputs[0], scale: 1).reader(of: path)
    var images: [Image] = []
    while let frame = try reader.next() { images.append(try frame.picture.image()) }
    return images
  }

  /// The greatest between a frame and what libav decoded.
  private func difference(_ clip: ClipFile, _ index: Int, _ images: [Image]) throws -> Int {
    let pixels = try #require(clip.frame(index)).pixels
    return zip(pixels, images[index].pixels).map { abs(Int($0) - Int($1)) }.max() ?? 256
  }

  private static let movies = [
    #""file": "film.mp4", "bFrames": 3, "gop": 12"#, #""file": "film.mov", "codec": "prores", "alpha": true"#,
    #""file": "film.webm""#, #""file": "film.mkv""#,
  ]

  @Test("Frames equal libav's own decoding, forward, backward and in any order", arguments: movies)
  func frames(output: String) throws {
    let path = try film(output)
    let images = try decoded(path, output)
    let clip = try clip(path)
    try #require(images.count == 30)
    #expect(clip.times.count == 30)
    var random = SeededNumbers(seed: 5)
    let jumps = (0..<40).map { _ in Int(random.unit() * 30) }
    for index in Array(0..<30) + Array((0..<30).reversed()) + jumps {
      let found = try difference(clip, index, images)
      #expect(found == 0)
    }
    #expect(clip.fault == nil)
  }

  @Test("Times are the file's")
  func times() throws {
    let clip = try clip(try film(Self.movies[0]))
    for (index, time) in clip.times.enumerated() { #expect(abs(time - Double(index) / 30) < 1e-6) }
    #expect(abs(clip.duration - 1) < 1e-6)
  }

  @Test(
    "Alpha is kept, of VP9 and ProRes",
    arguments: [
      #""file": "film.webm", "codec": "vp9", "alpha": true"#, #""file": "film.mov", "codec": "prores", "alpha": true"#,
    ])
  func alpha(output: String) throws {
    let clip = try clip(try film(output, background: "clear"))
    let pixels = try #require(clip.frame(0)).pixels
    // The disc begins at the left edge, in the middle.
    #expect(pixels[(24 * 64 + 63) * 4 + 3] == 0)
    #expect(pixels[(24 * 64 + 3) * 4 + 3] > 240)
  }

  @Test("Alpha of VP8 is kept")
  func alphaOfVP8() throws {
    let path = folder.file("film.webm")
    try #require(Data(base64Encoded: Self.vp8)).write(to: URL(fileURLWithPath: path))
    let pixels = try #require(try clip(path).frame(0)).pixels
    // 17 more from column to column.
    for x in 0..<16 { #expect(abs(Int(pixels[(8 * 16 + x) * 4 + 3]) - x * 17) <= 6, "\(x)") }
  }

  /// One frame of 16 × 16 pixels.
  private static let vp8 =
    "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAIGEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHG"
    + "TbuMU6uEElTDZ1OsggEXTbuMU6uEHFO7a1OsggHw7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiEBZAAAA"
    + "AAAAFlSua8yuAQAAAAAAAEPXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhAX14QDglLCBELqBEJqBAlPAgQFVsIRV"
    + "uYEBElTDZ9Fzc85jwItjxYgAAAAAAAAAAWfImEWjh0VOQ09ERVJEh4tMYXZjIGxpYnZweGfIokWjiERVUkFUSU9ORIeUMDA6MDA6MDAuMTAw"
    + "MDAwMDAwAAAfQ7Z1/ueBAKD5obOBAAAAMAIAnQEqEAAQAABHCIWFiIWEiAICAnT0bzyA/vp5Lb7/8GY//8GY//8GY/+CeAB1ocGmv+6BAaW6"
    + "8AIAnQEqEAAQAABHCIWFiIWEiAICADIAfxAPawLEepEA/v/+8zhbMZtwSf/8hg4JP//Gf77HOmzAABxTu2uRu4+zgQC3iveBAfGCAW3wgQM="

  @Test("An APNG's frames and times, whatever its ending", arguments: ["film.apng", "film-1.png"])
  func apng(name: String) throws {
    let output = #""file": "film.apng", "fps": 10"#
    let path = try film(output, background: "clear")
    let images = try decoded(path, output)
    if name != "film.apng" { try FileManager.default.moveItem(atPath: path, toPath: folder.file(name)) }
    let clip = try clip(folder.file(name))
    #expect(clip.times.count == images.count && images.count == 10)
    for index in [0, 5, 2, 9, 0] {
      let found = try difference(clip, index, images)
      #expect(found == 0)
    }
    for (index, time) in clip.times.enumerated() { #expect(abs(time - Double(index) / 10) < 1e-9) }
    #expect(abs(clip.duration - 1) < 1e-9)
    let plan = try PlannedJob(try player(name), registry: stages).plan
    let player = try #require(plan.stages[0].stage as? Player)
    #expect(player.footage.times.count == 10)
    #expect(try #require(player.footage.frame(at: 0.55)).pixels == images[5].pixels)
  }

  @Test("A GIF's frames and times")
  func gif() throws {
    let output = #""file": "film.gif", "fps": 10"#
    let path = try film(output)
    let images = try decoded(path, output)
    let clip = try clip(path)
    #expect(clip.times.count == images.count)
    for index in [0, 5, 2, 9, 0] {
      let found = try difference(clip, index, images)
      #expect(found == 0)
    }
    #expect(abs(clip.times[3] - 0.3) < 1e-9)
  }

  @Test("HDR is tone-mapped, and a warning says how")
  func hdr() throws {
    let path = try film(#""file": "film.webm""#)
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    // Matroska's TransferCharacteristics, one byte: 1 is BT.709, 16 is PQ.
    let place = try #require(
      bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x55, 0xBA, 0x81, 0x01] })
    bytes[place + 3] = 16
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(
      try warnings(of: "film.webm") == [
        "'film.webm' is HDR (PQ), tone-mapped by BT.2390 from a peak of 1000 cd/m², since it does not say its own, "
          + "to a white of 203 cd/m²"
      ])
  }

  @Test("A film that is cut off is an error", arguments: ["mp4", "webm", "mkv", "apng"])
  func cutOff(ending: String) throws {
    let path = try film("\"file\": \"film.\(ending)\"")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: MediaError.self) { try clip(path) }
    #expect(error?.reason.hasPrefix("it is cut off") == true, "\(ending): \(error?.reason ?? "")")
  }

  @Test("A still of footage that cannot be read is an error of its stage")
  func stills() throws {
    let shot = try job(
      "shot-1", frames: 1, stages: #"{"id": "disc", "stage": "disc"}"#,
      outputs: #"{"file": "shot-1.png", "poster": {"at": 0}}"#)
    _ = render([shot], to: folder)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.file("shot-2.png")))
    let prepared = try PlannedJob(try player("shot-1.png"), registry: stages)
    _ = try prepared.image(at: 0)
    let failure = #expect(throws: StageFailure.self) { try prepared.image(at: 0.5) }
    #expect(failure?.stage == "p")
  }

  @Test("A file without pictures, and one that is none, are errors")
  func wrongFiles() throws {
    let wav = folder.file("tick.wav")
    try Data(wavBytes([0, 0.5, 0], channels: 1)).write(to: URL(fileURLWithPath: wav))
    #expect(throws: MediaError.self) { try clip(wav) }
    try Data("not a film".utf8).write(to: URL(fileURLWithPath: folder.file("film.mp4")))
    #expect(throws: MediaError.self) { try clip(folder.file("film.mp4")) }
  }

  // MARK: In jobs

  private func player(
    _ file: String, _ more: String = "", outputs: String = #"{"file": "out.png", "poster": {"at": 0.5}}"#
  ) throws -> Job {
    let text = """
      {"name": "player", "canvas": {"size": [64, 48], "fps": 30, "duration": 1},
       "stages": [{"id": "p", "stage": "player", "parameters": {"file": "\(file)"\(more)}}], "outputs": [\(outputs)]}
      """
    let reading = JobReader.read(bytes: Array(text.utf8), file: folder.file("player.json"), registry: stages)
    return try #require(reading.job, "\(reading.diagnostics)")
  }

  private func mix(_ more: String, of file: String = "film.mp4") throws -> [Float] {
    let mix = try PlannedJob(try player(file, more), registry: stages).soundMix()
    let samples = mix.samples(0..<mix.count)
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test("A film's sound comes along, with its time")
  func sound() throws {
    try Data(wavBytes(Self.tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    _ = try film(
      #""file": "film.mp4", "sound": {"loudness": "as is"}"#, sounds: #"{"file": "tick.wav", "start": 0.5}"#)
    func peak(_ samples: [Float]) -> Int { samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0 }
    let plain = try mix("")
    #expect(abs(peak(plain) - 24_000) < 60)
    #expect(abs(peak(try mix(#", "time": {"offset": 0.25}"#)) - 12_000) < 60)
    #expect(abs(peak(try mix(#", "time": {"speed": 2}"#)) - 12_000) < 60)
    #expect(try mix(#", "sound": false"#).allSatisfy { $0 == 0 })
  }

  @Test("A film without sound is no track, and warns of nothing")
  func silent() throws {
    _ = try film(#""file": "film.mp4""#)
    let player = try player("film.mp4", outputs: #"{"file": "out.mp4"}, {"file": "asked.mp4", "sound": true}"#)
    #expect(try PlannedJob(player, registry: stages).soundMix().tracks.isEmpty)
    let events = render([player], to: folder, stages: stages)
    let warnings = events.compactMap { if case .warned(_, let warning) = $0 { warning.message } else { nil } }
    #expect(warnings == ["the sound of 'asked.mp4' is silent"], "\(events)")
    #expect(try !clip(folder.file("out.mp4")).hasSound)
    #expect(try clip(folder.file("asked.mp4")).hasSound)
  }

  /// A Matroska file whose blocks of the first track come later.
  private func shifted(_ data: Data, by milliseconds: Int16) throws -> Data {
    var bytes = [UInt8](data)
    /// A number of EBML, with or without its mark, and where it ends.
    func number(_ place: Int, keepsMark: Bool) -> (value: Int, end: Int) {
      let length = bytes[place].leadingZeroBitCount + 1
      var value = keepsMark ? Int(bytes[place]) : Int(bytes[place]) & ((1 << (8 - length)) - 1)
      for index in 1..<length { value = value << 8 | Int(bytes[place + index]) }
      return (value, place + length)
    }
    var shiftedCount = 0
    func walk(_ range: Range<Int>) {
      var place = range.lowerBound
      while place < range.upperBound {
        let id = number(place, keepsMark: true)
        let size = number(id.end, keepsMark: false)
        let end = min(size.end + size.value, range.upperBound)
        switch id.value {
        case 0x1853_8067, 0x1F43_B675, 0xA0: walk(size.end..<end)
        case 0xA1, 0xA3:
          if bytes[size.end] == 0x81 {
            let time = Int16(bitPattern: UInt16(bytes[size.end + 1]) << 8 | UInt16(bytes[size.end + 2])) + milliseconds
            bytes[size.end + 1] = UInt8(truncatingIfNeeded: time >> 8)
            bytes[size.end + 2] = UInt8(truncatingIfNeeded: time)
            shiftedCount += 1
          }
        default: break
        }
        place = end
      }
    }
    walk(0..<bytes.count)
    try #require(shiftedCount == 30)
    return Data(bytes)
  }

  @Test("Pictures that begin after their sound are shown with it, the first one from the start")
  func lead() throws {
    try Data(wavBytes(Self.tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    let path = try film(
      #""file": "film.mkv", "sound": {"loudness": "as is"}"#, sounds: #"{"file": "tick.wav", "start": 0.5}"#)
    let plain = try clip(path)
    let late = try shifted(try Data(contentsOf: URL(fileURLWithPath: path)), by: 500)
    try late.write(to: URL(fileURLWithPath: path))
    let clip = try clip(path)
    #expect(plain.times[0] == 0 && clip.times[0] == 0)
    for index in 1..<30 { #expect(abs(clip.times[index] - plain.times[index] - 0.5) < 0.0011) }
    #expect(abs(clip.duration - plain.duration - 0.5) < 0.0011)
    let samples = try mix("", of: "film.mkv")
    let peak = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    #expect(abs(peak - 24_000) < 60)
  }

  @Test("Pictures that begin before time 0 are shown from the first one on, with their sound, in any order")
  func early() throws {
    try Data(wavBytes(Self.tick, channels: 1)).write(to: URL(fileURLWithPath: folder.file("tick.wav")))
    let path = try film(
      #""file": "film.mkv", "sound": {"loudness": "as is"}"#, sounds: #"{"file": "tick.wav", "start": 0.5}"#)
    let plain = try clip(path)
    let bytes = try shifted(try Data(contentsOf: URL(fileURLWithPath: path)), by: -250)
    try bytes.write(to: URL(fileURLWithPath: folder.file("early.mkv")))
    let clip = try clip(folder.file("early.mkv"))
    // libav reckons times below 0 back from those above.
    for index in 0..<30 { #expect(abs(clip.times[index] - plain.times[index]) < 0.0035) }
    for index in [20, 3, 0, 29, 12] { #expect(clip.frame(index)?.pixels == plain.frame(index)?.pixels) }
    let samples = try mix("", of: "early.mkv")
    let peak = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    #expect(abs(peak - 36_000) < 200)
  }

  /// A still of one color, with a chunk that says BT.2020 and PQ where asked for.
  private func still(_ name: String, isBright: Bool = false) throws {
    let image = try #require(Image(width: 4, height: 4, premultiplied: [UInt8](repeating: 255, count: 64)))
    var bytes = try encodePNG(image)
    func place(_ chunk: String) -> Int? {
      bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array(chunk.utf8) }
    }
    if isBright {
      for chunk in ["sRGB", "gAMA", "cHRM", "iCCP", "cICP"] {
        guard let start = place(chunk) else { continue }
        let size = bytes[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        bytes.removeSubrange(start - 4..<start + 8 + size)
      }
      let bright = [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1, 77, 35, 35, 254]
      bytes.insert(contentsOf: bright, at: try #require(place("IDAT")) - 4)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func warnings(of file: String) throws -> [String] {
    try PlannedJob(try player(file), registry: stages).warnings.map(\.message)
  }

  @Test("A sequence warns once of colors that are tone-mapped")
  func sequenceWarnings() throws {
    let end =
      " is HDR (PQ), tone-mapped by BT.2390 from a peak of 1000 cd/m², since it does not say its own, to a white of 203 cd/m²"
    for name in ["a-1.png", "a-3.png"] { try still(name, isBright: true) }
    try still("a-2.png")
    #expect(try warnings(of: "a-1.png") == ["'a-1.png'" + end + ", as those of 1 more of its sequence"])
  }

  @Test("Pictures whose names are numbered on are a film; one that is damaged is an error")
  func sequences() throws {
    for (index, color) in ["red", "lime", "blue"].enumerated() {
      let name = ["shot-08.png", "shot-09.png", "shot-10.png"][index]
      let still = try job(
        name, frames: 1, stages: #"{"id": "disc", "stage": "disc", "start": 9}"#, background: color,
        outputs: #"{"file": "\#(name)", "poster": {"at": 0}}"#)
      _ = render([still], to: folder)
    }
    let plan = try PlannedJob(try player("shot-08.png"), registry: stages).plan
    let player = try #require(plan.stages[0].stage as? Player)
    #expect(player.footage.times.map { ($0 * 10).rounded() } == [0, 1, 2])
    let corners = try (0..<3).map { (index: Int) -> [UInt8] in
      let frame = try #require(player.footage.frame(at: Double(index) / 10))
      return Array(frame.pixels.prefix(3))
    }
    #expect(corners == [[255, 0, 0], [0, 255, 0], [0, 0, 255]])
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.file("shot-09.png")))
    let events = Mutex<[String]>([])
    RenderSession(
      jobs: [try self.player("shot-08.png", outputs: #"{"file": "out.mp4"}"#)], registry: stages,
      settings: RenderSettings(outputFolder: folder.path, workers: 2)
    ) { event in
      events.withLock { $0.append("\(event)") }
    }.run()
    #expect(events.withLock { $0 }.contains { $0.contains("shot-09.png") })
  }

  @Test("A sequence ends before a missing number, and a warning names it and what is not shown")
  func gaps() throws {
    for name in ["shot-08.png", "shot-09.png", "shot-11.png", "shot-12.png", "shot-07.png", "other-10.png"] {
      let still = try job(
        name, frames: 1, stages: #"{"id": "disc", "stage": "disc", "start": 9}"#,
        outputs: #"{"file": "\#(name)", "poster": {"at": 0}}"#)
      _ = render([still], to: folder)
    }
    func warnings() throws -> [String] {
      let events = render([try player("shot-08.png", outputs: #"{"file": "out.mp4"}"#)], to: folder, stages: stages)
      return events.compactMap { if case .warned(_, let warning) = $0 { warning.message } else { nil } }
    }
    #expect(
      try warnings() == [
        "'shot-10.png' is missing: the sequence ends with 'shot-09.png', and 'shot-11.png' and 1 more are not shown. "
          + "Number the pictures without a gap."
      ])
    for name in ["shot-11.png", "shot-12.png"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
    #expect(try warnings() == [])
  }

  @Test("Colors that are not converted are a warning, of a picture's profile and of a clip's transfer function")
  func colorProfiles() throws {
    func warnings(_ file: String) throws -> [String] {
      let events = render([try player(file, outputs: #"{"file": "out.mp4"}"#)], to: folder, stages: stages)
      return events.compactMap { if case .warned(_, let warning) = $0 { warning.message } else { nil } }
    }
    let still = try job(
      "still", frames: 1, stages: #"{"id": "disc", "stage": "disc"}"#,
      outputs: #"{"file": "shot-01.jpg", "poster": {"at": 0}}"#)
    _ = render([still], to: folder)
    #expect(try warnings("shot-01.jpg") == [])
    var picture = [UInt8](try #require(folder.bytes("shot-01.jpg")))
    // A profile of version 2 with a description alone, which says nothing of colors, in an application segment 2.
    var profile = [UInt8](repeating: 0, count: 16) + Array("RGB ".utf8) + [UInt8](repeating: 0, count: 16)
    profile += Array("acsp".utf8) + [UInt8](repeating: 0, count: 88)
    profile += [0, 0, 0, 1] + Array("desc".utf8) + [0, 0, 0, 144, 0, 0, 0, 23]
    profile += Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 11] + Array("Display P3".utf8) + [0]
    let content: [UInt8] = Array("ICC_PROFILE".utf8) + [0, 1, 1] + profile
    picture.insert(contentsOf: [0xFF, 0xE2, 0, UInt8(content.count + 2)] + content, at: 2)
    try Data(picture).write(to: URL(fileURLWithPath: folder.file("shot-01.jpg")))
    #expect(
      try warnings("shot-01.jpg") == [
        "'shot-01.jpg' has the color profile 'Display P3', which is not converted; its colors are drawn as sRGB"
      ])

    let path = try film(#""file": "film.webm""#)
    #expect(try warnings("film.webm") == [])
    // Matroska's elements Primaries and TransferCharacteristics, of one byte each.
    var movie = try #require(folder.bytes("film.webm"))
    let primaries = try #require(movie.range(of: Data([0x55, 0xBB, 0x81, 1]))).upperBound - 1
    let transfer = try #require(movie.range(of: Data([0x55, 0xBA, 0x81, 1]))).upperBound - 1
    movie[primaries] = 12
    try movie.write(to: URL(fileURLWithPath: path))
    #expect(try warnings("film.webm") == [])
    movie[transfer] = 9
    try movie.write(to: URL(fileURLWithPath: path))
    #expect(
      try warnings("film.webm") == [
        "'film.webm' has the primaries of Display P3 and the transfer function logarithmic, which are not converted; "
          + "its colors are drawn as sRGB"
      ])
  }
}
