import StageKit
import StageTesting
import Testing

@testable import Lottie
@testable import LottieFiles

@Suite("The stage lottie")
struct StageTests {
  private static let file = """
    { "v": "5.9.0", "w": 200, "h": 100, "fr": 10, "ip": 0, "op": 20,
      "markers": [{ "cm": "Middle", "tm": 5, "dr": 10 }],
      "layers": [{ "ty": 4, "ip": 0, "op": 20,
        "ks": { "p": { "a": 1, "k": [{ "t": 0, "s": [0, 0] }, { "t": 20, "s": [100, 0] }] } },
        "shapes": [\(Animations.square(0, 0, 10)), \(Animations.red)] }] }
    """

  private func stage(_ parameters: String) throws -> (LottieStage, FakeContext) {
    let context = FakeContext(size: Size(400, 400), files: ["a.json": Self.file])
    return (try make(LottieStage.self, #"{ "file": "a.json"\#(parameters) }"#, context), context)
  }

  private func square(_ parameters: String, at seconds: Double) throws -> Rect? {
    let frame = try stage(parameters).0.frame(at: StageTime(seconds: seconds), Inputs())
    return frame.drawing.bounds
  }

  @Test("It is fitted into its frame in the middle of the canvas")
  func fit() throws {
    #expect(try square("", at: 0) == Rect(x: 100, y: 150, width: 10, height: 10))
    #expect(try square(#", "width": 100"#, at: 0) == Rect(x: 150, y: 175, width: 5, height: 5))
    let box = #", "width": 200, "height": 200"#
    #expect(try square(box, at: 0)?.width == 10)
    #expect(try square(box + #", "fit": "cover""#, at: 1)?.width == 20)
    #expect(try square(box + #", "fit": "fill""#, at: 0) == Rect(x: 100, y: 100, width: 10, height: 20))
    #expect(try square(#", "width": 50, "height": 50, "fit": "none""#, at: 1)?.width == nil)
  }

  @Test("Its time runs as other content's does")
  func time() throws {
    #expect(try square("", at: 1)?.x == 150)
    #expect(try square(#", "time": { "speed": 2 }"#, at: 0.5)?.x == 150)
    #expect(try square(#", "time": { "freeze": 0.5 }"#, at: 7)?.x == 125)
    #expect(try square(#", "time": { "reverse": true }"#, at: 0)?.x ?? 0 > 199)
    #expect(try stage("").0.duration == 2)
    #expect(try stage(#", "time": { "loop": true }"#).0.duration == nil)
  }

  @Test("A segment is played alone; unknown ones are faults")
  func segment() throws {
    #expect(try square(#", "segment": "Middle""#, at: 0)?.x == 125)
    #expect(try stage(#", "segment": "Middle""#).0.duration == 1)
    #expect(throws: StageError.self, performing: { try stage(#", "segment": "Midle""#) })
  }

  @Test("A loop's frames are equal, a length apart")
  func loop() throws {
    let (stage, _) = try stage(#", "time": { "loop": true }"#)
    for index in 0..<20 {
      let seconds = Double(index) / 10
      let first = try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing
      let second = try stage.frame(at: StageTime(seconds: seconds + 2), Inputs()).drawing
      #expect(first == second)
    }
  }

  @Test("Stickers are unpacked")
  func sticker() throws {
    let bytes: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x57, 0xB2, 0x32,
      0xD7, 0x51, 0xCA, 0x50, 0xB2, 0x32, 0xD5, 0x51, 0x4A, 0x2B, 0x52, 0xB2, 0x32, 0x34, 0xD0, 0x51,
      0xCA, 0x2C, 0x50, 0xB2, 0x02, 0x52, 0xF9, 0x40, 0xCA, 0x08, 0x48, 0xE7, 0x24, 0x56, 0xA6, 0x16,
      0x15, 0x2B, 0x59, 0x45, 0xC7, 0xD6, 0x02, 0x00, 0x57, 0x34, 0x32, 0x85, 0x30, 0x00, 0x00, 0x00,
    ]
    let resources = Animations.resources()
    let animation = try LottieAnimation(bytes, name: "a.tgs", resources)
    #expect(animation.header.size == Size(7, 5))
    #expect(
      throws: StageError.self, performing: { try LottieAnimation(Array(bytes.dropLast(9)), name: "a.tgs", resources) })
  }

  @Test("Markers are cues, in a loop each time")
  func cues() throws {
    let cues = try stage("").0.cues(until: 10)
    #expect(cues.map(\.name) == ["marker", "ended"])
    #expect(cues.map(\.seconds) == [0.5, 2])
    let loop = try stage(#", "time": { "loop": true, "speed": 2 }"#).0.cues(until: 3)
    #expect(loop.map(\.seconds) == [0.25, 1.25, 2.25])
  }
}
