import Foundation
import TestSupport
import Testing

@Suite("Sounds and changes of Lottie files in jobs", .waitsForProcesses)
struct LottieSoundTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data(wavBytes(Array(repeating: 0.5, count: 48_000), channels: 1)).write(
      to: URL(fileURLWithPath: folder.file("hum.wav")))
  }

  /// An animation of 2 s, of which a sound is heard from 0.5 s to 1.2 s at a level in percent.
  private func animation(_ file: String = "hum.wav", level: String = #"{ "k": [50, 50] }"#, _ more: String = "")
    -> String
  {
    """
    { "v": "5.9.0", "w": 20, "h": 20, "fr": 10, "ip": 0, "op": 20, "markers": [{ "cm": "late", "tm": 5, "dr": 15 }],
      "assets": [{ "id": "s", "u": "", "p": "\(file)", "e": 0 }],
      "layers": [{ "ty": 6, "nm": "hum", "refId": "s", "ip": 5, "op": 12, "st": 5\(more), "au": { "lv": \(level) } }] }
    """
  }

  private func outcome(_ animation: String, _ parameters: String = "") throws -> Outcome {
    try folder.write(animation, to: "l.json")
    try folder.write(
      """
      { "canvas": { "size": [20, 20], "fps": 10, "duration": 2 },
        "stages": [{ "id": "l", "stage": "lottie", "parameters": { "file": "l.json"\(parameters) } }],
        "outputs": [{ "file": "a.wav", "sound": { "loudness": "as is" } }] }
      """, to: "a.json")
    return try run(["run", "a.json", "--output", "out"], in: folder.url)
  }

  /// The left channel of the mix at some instants, from -1 to 1.
  private func heard(_ animation: String, _ parameters: String = "", at times: [Double]) throws -> [Double] {
    let outcome = try outcome(animation, parameters)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // 24 bits and two channels.
    let wave = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/a.wav"))).suffix(2 * 48_000 * 6)
    return times.map { time in
      let place = wave.startIndex + Int(time * 48_000) * 6
      let bits = UInt32(wave[place]) << 8 | UInt32(wave[place + 1]) << 16 | UInt32(wave[place + 2]) << 24
      return (Double(Int32(bitPattern: bits)) / 0x1p31 * 1000).rounded() / 1000
    }
  }

  @Test("A layer's sound is heard from its start to its end, at its level, with the stage's time")
  func layers() throws {
    #expect(try heard(animation(), at: [0.3, 0.7, 1.1, 1.4]) == [0, 0.25, 0.25, 0])
    #expect(try heard(animation(), #", "time": { "offset": 0.4 }"#, at: [0.05, 0.3, 0.7, 1]) == [0, 0.25, 0.25, 0])
    #expect(try heard(animation(), #", "segment": "late""#, at: [0.1, 0.6, 0.9]) == [0.25, 0.25, 0])
    let fading = #"{ "a": 1, "k": [{ "t": 5, "s": [0] }, { "t": 12, "s": [100] }] }"#
    let levels = try heard(animation(level: fading), at: [0.6, 1.1])
    #expect(abs(levels[0] - 0.5 / 7) < 0.002 && abs(levels[1] - 0.5 * 6 / 7) < 0.002)
  }

  @Test("Sounds in the file are heard, and none without 'sound'")
  func embedded() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("hum.wav"))).base64EncodedString()
    #expect(try heard(animation("data:audio/wav;base64,\(bytes)"), at: [0.3, 0.7]) == [0, 0.25])
    let off = try outcome(animation(), #", "sound": false"#)
    #expect(off.code == 2, "\(off.errors)")
  }

  @Test("A sound that is missing, or whose time is stretched, is warned of")
  func faults() throws {
    let missing = try outcome(animation("none.wav"))
    #expect(missing.errors.contains("l.json: layer 'hum': its sound is not heard: "), "\(missing.errors)")
    let stretched = try outcome(animation("hum.wav", #", "sr": 2"#))
    #expect(stretched.errors.contains("layer 'hum': its sound is not heard, since its time"), "\(stretched.errors)")
  }

  @Test("Regression blames the layer and the property of a changed file")
  func blame() throws {
    func write(_ color: String, _ x: Int) throws {
      try folder.write(
        """
        { "v": "5.9.0", "w": 20, "h": 20, "fr": 10, "ip": 0, "op": 10, "layers": [
          { "ty": 4, "nm": "icon", "ip": 0, "op": 10, "ks": { "p": { "a": 0, "k": [\(x), 0] } }, "shapes": [
            { "ty": "rc", "nm": "Rect", "p": { "k": [9, 9] }, "s": { "k": [9, 9] }, "r": { "k": 0 } },
            { "ty": "fl", "nm": "Fill 1", "c": { "k": \(color) }, "o": { "k": 100 } }] }] }
        """, to: "l.json")
    }
    try write("[1, 0, 0]", 0)
    try folder.write(
      """
      { "canvas": { "size": [20, 20], "fps": 10, "duration": 1 },
        "stages": [{ "id": "l", "stage": "lottie", "parameters": { "file": "l.json" } }],
        "outputs": [{ "file": "a.mp4", "preset": "ultrafast" }] }
      """, to: "a.json")
    func regress(_ options: String...) throws -> Outcome {
      try run(["regress", "a.json", "--no-cache", "--scale", "1"] + options, in: folder.url)
    }
    #expect(try regress("--record").code == 0)
    #expect(try regress().code == 0)
    try write("[0, 1, 0]", 0)
    let recolored = try regress()
    #expect(recolored.code == 3)
    #expect(
      recolored.errors.contains("stage 'l' (lottie): parameter 'file.icon.Fill 1.color' #FF0000 → #00FF00"),
      "\(recolored.errors)")
    try write("[1, 0, 0]", 3)
    let moved = try regress()
    #expect(moved.errors.contains("parameter 'file.icon.position' [0, 0] → [3, 0]"), "\(moved.errors)")
  }
}
