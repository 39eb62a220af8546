import Formats
import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("Canvases and outputs in other colors than sRGB, through the program")
struct WideColorTests {
  private func job(_ canvas: String, fill: String = "color(display-p3 1 0.2 0.1)", outputs: String) -> String {
    """
    {
      "canvas": { "size": [96, 80], "fps": 10, "duration": 0.5, "background": "black"\(canvas) },
      "stages": [
        { "id": "all", "stage": "shape", "parameters": {
          "rect": { "size": [96, 80] }, "fill": "\(fill)" } }
      ],
      "outputs": [\(outputs)]
    }
    """
  }

  private let wide = ", \"color\": \"display-p3\""

  /// The first pixel of a picture, read for a gamut.
  private func pixel(_ path: String, _ gamut: ColorGamut = .displayP3) throws -> [Int] {
    try readPicture(at: path, gamut: gamut).converted(to: gamut).pixels.prefix(3).map { Int($0) }
  }

  private func isNear(_ a: [Int], _ b: [Int], _ tolerance: Int = 1) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("A brand color of Display P3 arrives in pictures, which say what they are")
  func pictures() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      job(
        wide,
        outputs: """
          { "file": "a.png", "poster": { "at": 0 } }, { "file": "b.png", "poster": { "at": 0 }, "depth": "16" },
          { "file": "a.jpg", "poster": { "at": 0 }, "quality": 100 }, { "file": "narrow.png", "poster": { "at": 0 }, "color": "srgb" }
          """), to: "film.json")
    let outcome = try run(["run", "film.json", "--output", "out"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    for (file, tolerance) in [("out/a.png", 0), ("out/b.png", 1), ("out/a.jpg", 2)] {
      #expect(isNear(try pixel(folder.file(file)), [255, 51, 26], tolerance), "\(file)")
    }
    let bytes = try #require(FileManager.default.contents(atPath: folder.file("out/a.png")))
    #expect(bytes.range(of: Data("cICP".utf8) + Data([12, 13, 0, 1])) != nil)
    #expect(bytes.range(of: Data("iCCPDisplay P3".utf8)) != nil)
    // Mapped as CSS does where a canvas is sRGB, clipped where an output is converted.
    #expect(try pixel(folder.file("out/narrow.png"), .sRGB) == [255, 0, 0])
    let still = try run(["still", "film.json", "--at", "0", "-o", "still.png"], in: folder.url)
    #expect(still.code == 0)
    #expect(try pixel(folder.file("still.png")) == [255, 51, 26])
    let sheet = try run(["sheet", "film.json", "-o", "sheet.png"], in: folder.url)
    #expect(sheet.code == 0)
    #expect(try readPicture(at: folder.file("sheet.png"), gamut: .displayP3).gamut == .displayP3)
  }

  @Test(
    "Movies are tagged, and decode to the colors that were drawn",
    arguments: [
      ("a.mp4", "hevc", "\"crf\": 1"), ("a.mp4", "av1", "\"crf\": 1"), ("a.webm", "vp9", "\"crf\": 0"),
      ("a.mov", "prores", "\"profile\": \"4444\""), ("a.mkv", "ffv1", "\"depth\": \"8\""),
      ("a.avif", "avif", "\"quality\": 100"),
    ])
  func movies(file: String, codec: String, option: String) throws {
    let folder = try TemporaryFolder()
    let output = "{ \"file\": \"\(file)\", \"codec\": \"\(codec)\", \(option) }"
    try folder.write(job(wide, outputs: output), to: "film.json")
    let outcome = try run(["run", "film.json", "--output", "out"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    try folder.write(
      """
      { "canvas": { "size": [96, 80], "fps": 10, "duration": 0.5\(wide) }, "stages": [
        { "id": "c", "stage": "clip", "parameters": { "file": "\(file)", "width": 96 } } ],
        "outputs": [{ "file": "again.png", "poster": { "at": 0 } }] }
      """, to: "out/again.json")
    let again = try run(["still", "out/again.json", "--at", "0.2", "-o", "again.png"], in: folder.url)
    #expect(again.code == 0 && !again.errors.contains("warning"), "\(again.errors)")
    let found = try pixel(folder.file("again.png"))
    #expect(isNear(found, [255, 51, 26], 3), "\(found)")
    if file == "a.mp4" || file == "a.mov" {
      #expect(try movieColorTags(at: folder.file("out/\(file)")) == MovieColorTags(.standard(.displayP3)))
    }
  }

  @Test("Colors of sRGB look the same in both canvases, and sRGB stays as it was")
  func same() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      job(wide, fill: "#FF5A1F", outputs: "{ \"file\": \"a.png\", \"poster\": { \"at\": 0 } }"), to: "wide.json")
    try folder.write(
      job("", fill: "#FF5A1F", outputs: "{ \"file\": \"a.png\", \"poster\": { \"at\": 0 } }"), to: "a.json")
    for file in ["wide", "a"] {
      #expect(try run(["still", "\(file).json", "--at", "0", "-o", "\(file).png"], in: folder.url).code == 0)
    }
    #expect(isNear(try pixel(folder.file("wide.png"), .sRGB), [255, 90, 31]))
    #expect(try pixel(folder.file("a.png"), .sRGB) == [255, 90, 31])
    let bytes = try #require(FileManager.default.contents(atPath: folder.file("a.png")))
    #expect(bytes.range(of: Data("cICP".utf8)) == nil)
  }

  @Test("A photo of Display P3 keeps its values, also in a job within another")
  func photo() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(wide, outputs: "{ \"file\": \"a.png\", \"poster\": { \"at\": 0 } }"), to: "photo.json")
    #expect(try run(["still", "photo.json", "--at", "0", "-o", "photo.png"], in: folder.url).code == 0)
    func film(_ canvas: String, _ stage: String) -> String {
      """
      { "canvas": { "size": [96, 80], "fps": 10, "duration": 0.5\(canvas) }, "stages": [\(stage)] }
      """
    }
    let picture =
      "{ \"id\": \"p\", \"stage\": \"picture\", \"parameters\": { \"file\": \"photo.png\", \"width\": 96 } }"
    let inner = "{ \"id\": \"j\", \"stage\": \"job\", \"parameters\": { \"file\": \"inner.json\", \"width\": 96 } }"
    try folder.write(film(wide, picture), to: "one.json")
    try folder.write(film("", picture), to: "inner.json")
    try folder.write(film(wide, inner), to: "two.json")
    for file in ["one", "two"] {
      let outcome = try run(["still", "\(file).json", "--at", "0.1", "-o", "\(file).png"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(isNear(try pixel(folder.file("\(file).png")), [255, 51, 26]), "\(file)")
    }
    // In sRGB it is converted, as ever.
    #expect(try run(["still", "inner.json", "--at", "0.1", "-o", "inner.png"], in: folder.url).code == 0)
    #expect(isNear(try pixel(folder.file("inner.png"), .sRGB), try pixel(folder.file("photo.png"), .sRGB)))
  }

  @Test("What cannot carry Display P3 is converted with a warning, or refused where it was asked for")
  func others() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      job(
        wide, outputs: "{ \"file\": \"a.gif\" }, { \"file\": \"a.webp\", \"color\": \"srgb\" }, { \"file\": \"a.mp4\" }"
      ),
      to: "film.json")
    let outcome = try run(["run", "film.json", "--output", "out"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("'a.gif' is converted to sRGB"))
    #expect(outcome.errors.contains("'a.mp4' is in Display P3, and many players"))
    #expect(!outcome.errors.contains("'a.webp'"))
    #expect(isNear(try pixel(folder.file("out/a.webp"), .sRGB), [255, 0, 0], 25))
    try folder.write(job(wide, outputs: "{ \"file\": \"a.gif\", \"color\": \"display-p3\" }"), to: "film.json")
    let refused = try run(["validate", "film.json"], in: folder.url)
    #expect(refused.code == 2 && refused.errors.contains("pictures of gif are always sRGB"), "\(refused.errors)")
  }

  @Test(
    "HDR is 10 bits of BT.2100 with the luminance of white that was asked for",
    arguments: [
      ("a.mp4", "hevc", "\"crf\": 1"), ("a.mp4", "av1", "\"crf\": 1"), ("a.mov", "prores", "\"profile\": \"hq\""),
      ("a.webm", "vp9", "\"crf\": 0"),
    ],
    HDRTransfer.allCases)
  func hdr(_ codec: (file: String, name: String, option: String), transfer: HDRTransfer) throws {
    let folder = try TemporaryFolder()
    let output =
      "{ \"file\": \"\(codec.file)\", \"codec\": \"\(codec.name)\", \(codec.option), \"hdr\": \"\(transfer.rawValue)\" }"
    try folder.write(job("", fill: "white", outputs: output), to: "film.json")
    let outcome = try run(["run", "film.json", "--output", "out"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let colors = DeliveredColors.hdr(transfer, white: 203)
    if codec.file != "a.webm" {
      #expect(try movieColorTags(at: folder.file("out/\(codec.file)")) == MovieColorTags(colors))
    }
    let format = try OutputFormat(
      #require(Codecs.named(codec.name)), in: #require(Containers.forFile(codec.file)), width: 96, height: 80,
      frameRate: #require(FrameRate(10)), colors: colors)
    let frame = try #require(try format.reader(of: folder.file("out/\(codec.file)")).next()).picture
    #expect(frame.format.depth == 10)
    // 64 + 876 × 0.5807 and × 0.7498.
    let luma = transfer == .pq ? 573 : 721
    #expect(frame.samples(ofPlane: 0).allSatisfy { abs($0 - luma) <= 2 })
    #expect(frame.samples(ofPlane: 1).allSatisfy { abs($0 - 512) <= 2 })
    let bytes = try #require(FileManager.default.contents(atPath: folder.file("out/\(codec.file)")))
    if codec.file == "a.mp4" {
      #expect((bytes.range(of: Data("mdcv".utf8)) != nil) == (transfer == .pq))
      #expect((bytes.range(of: Data("clli".utf8) + Data([0, 203, 0, 203])) != nil) == (transfer == .pq))
    }
    if codec.file == "a.webm" {
      // TransferCharacteristics, Primaries and MatrixCoefficients; MaxCLL and MasteringMetadata.
      for (element, value) in [(0xBA, transfer == .pq ? 16 : 18), (0xBB, 9), (0xB1, 9)] as [(UInt8, UInt8)] {
        #expect(bytes.range(of: Data([0x55, element, 0x81, value])) != nil)
      }
      #expect((bytes.range(of: Data([0x55, 0xBC, 0x81, 203])) != nil) == (transfer == .pq))
      #expect((bytes.range(of: Data([0x55, 0xD0])) != nil) == (transfer == .pq))
    }
    let explained = try run(["run", "film.json", "--output", "out", "--explain"], in: folder.url)
    #expect((explained.output + explained.errors).contains("HDR"))
  }

  @Test("HDR that cannot be is refused with what was expected, all faults at once")
  func wrong() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      job(
        "",
        outputs: """
          { "file": "a.mp4", "hdr": "pq" }, { "file": "b.mp4", "codec": "hevc", "hdr": "pq", "depth": "8" },
          { "file": "c.mov", "codec": "prores", "hdr": "hlg", "alpha": true }, { "file": "d.mp4", "white": 100 },
          { "file": "e.mp4", "codec": "hevc", "hdr": "pq", "color": "srgb" }, { "file": "f.mp4", "codec": "hevc", "hdr": "hdr10" }
          """), to: "film.json")
    let outcome = try run(["validate", "film.json"], in: folder.url)
    #expect(outcome.code == 2)
    for text in [
      "codec 'h264' has no HDR", "HDR has 10 bits", "HDR has no alpha", "only HDR says how bright white is",
      "HDR is always in BT.2020", "'hdr10'",
    ] {
      #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
    }
  }
}
