import Foundation
import JobFile
import Planning
import Raster
import StageKit
import TestSupport
import Testing

@testable import Rendering

/// Moves in one of several ways, by about 200 points in a thirtieth of a second where it is fastest.
struct Mover: Stage, ParameterGroup {
  @Parameter("How it moves.", .range(0...14)) var kind = 0
  static let definition = StageDefinition(Self.self, "mover", version: 1, "Moves.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let t = time.seconds
    var frame = StageFrame()
    let square = Path.rect(Rect(x: -20, y: -20, width: 40, height: 40))
    let place: Transform =
      switch kind {
      case 0: .translation(40 + 6000 * (t - 1), 60)
      case 1: .translation(120, 60) * .rotation(degrees: 1200 * t)
      case 2: .translation(120, 60) * .scale(max(0.1, 1 + 30 * (t - 1)))
      case 3: .translation(120 + 60 * cos(40 * t), 60 + 30 * sin(55 * t))
      case 4: .translation(120, 60) * Transform(1, 0, 0, 0, 1, 0, 0.004 * sin(30 * t), 0.002, 1) * .scale(2)
      case 6: .translation(t < 1.002 ? 20 : 220, 60)
      default: .translation(120, 60)
      }
    if kind > 6 {
      frame.drawing = quiet(t - 1, square)
      return frame
    }
    frame.drawing.fill(square, Color(hex: 0xFFC24B), transform: place)
    if kind == 3 { frame.drawing.fill(square, Color(1, 0, 0.4, 0.5), transform: place * .scale(0.5)) }
    return frame
  }

  /// A picture that changes little, or softly, by seconds from the middle of a shutter.
  private func quiet(_ t: Double, _ square: Path) -> DisplayList {
    let gold = Color(hex: 0xFFC24B)
    return DisplayList { list in
      switch kind {
      // A twenty-fifth of a pixel, at the edge of one, and a fifth, in a sixtieth of a second.
      case 7: list.fill(square, .white, transform: .translation(120 + 2.4 * t, 60))
      case 8: list.fill(square, .white, transform: .translation(120 + 13 * t, 60 + 3 * t))
      // A disc that is blurred by more than it moves.
      case 9:
        list.group(transform: .translation(120 + 200 * t, 60), effects: [.blur(sigma: 16)]) {
          $0.fill(.circle(center: .zero, radius: 30), gold)
        }
      // A fade, and one color that turns into another.
      case 10:
        list.group(opacity: 0.5 + 3 * t) { $0.fill(square, .white, transform: .translation(60, 60)) }
        list.fill(square, .color(Color(0.5 + 4 * t, 0.3, 0.6 - 5 * t)), transform: .translation(160, 60))
      // Light that runs over a square which stays.
      case 11:
        let stops = [GradientStop(0, .black), GradientStop(0.5, .white), GradientStop(1, .black)]
        let place = 90 + 900 * t
        list.fill(
          .rect(Rect(x: 60, y: 20, width: 120, height: 80)),
          .linear(from: Point(place, 0), to: Point(place + 60, 0), stops: stops))
      // Squares that fly over a card which drifts.
      case 12, 13:
        list.group(transform: .translation(120 + (kind == 12 ? 2 : 20) * t, 60) * .rotation(degrees: 5)) { card in
          card.fill(.roundedRect(Rect(x: -80, y: -50, width: 160, height: 100), radius: 9), Color(hex: 0xF4F3FA))
          card.fill(square, gold, transform: .translation(1800 * t, 4) * .scale(0.5))
          card.fill(square, Color(hex: 0x3344AA), transform: .translation(-60, 30 + 60 * t) * .scale(0.3))
        }
      // A clip that moves over what is blurred.
      case 14:
        let clip = Clip(square, transform: .translation(120 + 600 * t, 60))
        list.group(clip: clip) { list in
          list.group(effects: [.blur(sigma: 16)]) { $0.fill(.circle(center: Point(120, 60), radius: 60), .white) }
        }
      default: break
      }
    }
  }
}

@Suite("Motion blur")
struct MotionBlurTests {
  private let stages = StageRegistry([Mover.self, Disc.self])

  private func plan(_ content: String, _ canvas: String = "", loop: Bool = false) throws -> RenderPlan {
    let text = """
      {"name": "blur", "loop": \(loop),
       "canvas": {"size": [240, 120], "fps": 30, "duration": 2, "background": "#102030"\(canvas)},
       "stages": [\(content)], "outputs": [{"file": "blur.mp4"}]}
      """
    let reading = JobReader.read(bytes: Array(text.utf8), file: "blur.json", registry: stages)
    guard let job = reading.job, reading.isValid else {
      throw StageError(reading.diagnostics.map(\.description).joined(separator: "\n"))
    }
    return try PlannedJob(job, registry: stages).plan
  }

  private func stage(_ kind: Int, _ more: String = "") -> String {
    #"{"id": "mover\#(kind)", "stage": "mover", "parameters": {"kind": \#(kind)}\#(more)}"#
  }

  private func image(_ list: DisplayList) -> Image {
    FrameRenderer(width: 240, height: 120, background: Color(hex: 0x102030), cache: ResourceCache()).render(list)
  }

  private func linear(_ v: Double) -> Double { v <= 0.040_45 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

  private func encoded(_ v: Double) -> Double { v <= 0.003_130_8 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }

  /// The greatest difference, in steps of 255, between a frame at 1 s and the mean of 256 frames of a job without shutter.
  private func difference(_ blurred: RenderPlan, _ sharp: RenderPlan, open: Double) throws -> Double {
    let renderer = FrameRenderer(width: 240, height: 120, background: Color(hex: 0x102030), cache: ResourceCache())
    var sums = [Double](repeating: 0, count: 240 * 120 * 4)
    let table = (0..<256).map { linear(Double($0) / 255) }
    for index in 0..<256 {
      let instant = 1 + open * ((Double(index) + 0.5) / 256 - 0.5)
      let pixels = renderer.render(try sharp.evaluate(at: instant).picture).pixels
      // Tests are not optimized: iterators would take ten times as long as indices.
      var place = 0
      while place < sums.count {
        sums[place] += table[Int(pixels[place])]
        place += 1
      }
    }
    let frame = image(try blurred.evaluate(at: 1).picture)
    return zip(frame.pixels, sums).map { abs(Double($0) - encoded($1 / 256) * 255) }.max() ?? 0
  }

  @Test(
    "A frame is the mean of 256 instants in linear light, within 2 of 255", arguments: [0, 1, 2, 3, 4] + Array(7...14))
  func mean(kind: Int) throws {
    let (blurred, sharp) = (try plan(stage(kind), #", "shutter": 180"#), try plan(stage(kind)))
    let found = try difference(blurred, sharp, open: 1.0 / 60)
    #expect(found <= 2)
  }

  @Test("What moves is drawn otherwise than without a shutter", arguments: [0, 1, 2, 3, 4, 8, 12, 13, 14])
  func moves(kind: Int) throws {
    let (blurred, sharp) = (try plan(stage(kind), #", "shutter": 180"#), try plan(stage(kind)))
    #expect(try sharp.evaluate(at: 1).picture != blurred.evaluate(at: 1).picture)
    #expect(try sharp.evaluate(at: 1).picture == blurred.evaluateWithoutShutters(at: 1).picture)
  }

  @Test("Where nothing visibly moves a frame costs one instant", arguments: [7, 10])
  func quiet(kind: Int) throws {
    let picture = try plan(stage(kind), #", "shutter": 180"#).evaluate(at: 1).picture
    #expect(try picture == plan(stage(kind)).evaluate(at: 1).picture)
    #expect(try instants(plan(stage(kind), #", "shutter": 180"#)).isEmpty)
  }

  @Test("What is blurred, and colors that wander, cost few instants")
  func soft() throws {
    #expect(try instants(plan(stage(9), #", "shutter": 180"#)) == [2])
    #expect(try instants(plan(stage(11), #", "shutter": 180"#)) == [8])
  }

  @Test("What moves little shows some of the instants of what moves far")
  func held() throws {
    let commands = try plan("\(stage(8)), \(stage(0))", #", "shutter": 180"#).evaluate(at: 1).picture.commands
    guard case .exposure(let exposure)? = commands.first else { throw StageError("nothing is exposed") }
    #expect(exposure.samples.count == 144)
    let contents = exposure.samples.map(\.content)
    let (first, second) = (Set(contents.map { $0.commands[0] }), Set(contents.map { $0.commands[1] }))
    #expect(first.count == 4)
    #expect(second.count == 144)
  }

  @Test("A card that drifts is drawn at one instant, whatever flies over it")
  func cards() throws {
    let commands = try plan(stage(12), #", "shutter": 180"#).evaluate(at: 1).picture.commands
    guard case .exposure(let exposure)? = commands.first else { throw StageError("nothing is exposed") }
    let cards = try exposure.samples.map { sample in
      guard case .group(let card)? = sample.content.commands.first else { throw StageError("no card") }
      return card
    }
    #expect(cards.count == 80)
    let transforms = Set(cards.map(\.transform))
    #expect(transforms.count == 1)
    let contents = cards.map(\.content)
    let (second, third) = (Set(contents.map { $0.commands[1] }), Set(contents.map { $0.commands[2] }))
    #expect(second.count == 80)
    #expect(third.count == 16)
  }

  @Test("Stages that move together are averaged together")
  func together() throws {
    let content = "\(stage(1)), \(stage(3)), \(stage(5))"
    let found = try difference(plan(content, #", "shutter": 360"#), plan(content), open: 1.0 / 30)
    #expect(found <= 2)
  }

  @Test("What does not move is drawn as without a shutter")
  func still() throws {
    #expect(
      try plan(stage(5), #", "shutter": 180"#).evaluate(at: 1).picture == plan(stage(5)).evaluate(at: 1).picture)
  }

  /// The number of instants that each exposure is the mean of.
  private func instants(_ plan: RenderPlan) throws -> [Int] {
    try plan.evaluate(at: 1).picture.commands.compactMap { command in
      if case .exposure(let exposure) = command { exposure.samples.reduce(0) { $0 + $1.weight } } else { nil }
    }
  }

  @Test("Instants grow as the square root of the way in pixels, and are at most as many as the job says")
  func counts() throws {
    let counted = try instants(plan(stage(0), #", "shutter": 180"#))
    #expect(counted == [120])
    #expect(try instants(plan(stage(0), #", "scale": 2, "shutter": 180"#)) == [172])
    #expect(try instants(plan(stage(0), #", "shutter": 0.5"#)) == [4])
    #expect(try instants(plan(stage(0), #", "shutter": {"angle": 180, "samples": 20}"#)) == [20])
    #expect(try instants(plan(stage(0), #", "shutter": {"angle": 180, "samples": 1}"#)) == [])
  }

  @Test("What jumps needs no instants in between")
  func jumps() throws {
    let jump = #", "start": 0, "parameters": {"kind": 6}"#
    let content = #"{"id": "m", "stage": "mover"\#(jump)}"#
    #expect(try instants(plan(content, #", "shutter": 180"#)) == [8])
  }

  @Test("A stage's own shutter takes the place of the canvas's")
  func own() throws {
    let content = "\(stage(0, #", "shutter": 0"#)), \(stage(1))"
    let picture = try plan(content, #", "shutter": 180"#).evaluate(at: 1).picture
    #expect(picture.commands.count == 2)
    #expect(try instants(plan("\(stage(0, #", "shutter": 360"#)), \(stage(1))")) == [172])
  }

  @Test("A stage that begins with a frame is whole in it")
  func cuts() throws {
    let content = stage(1, #", "start": 1, "duration": 0.5"#)
    let commands = try plan(content, #", "shutter": 180"#).evaluate(at: 1).picture.commands
    guard case .exposure(let exposure)? = commands.first else { throw StageError("nothing is exposed") }
    // Before its start it is where it begins.
    #expect(exposure.samples.allSatisfy { !$0.content.isEmpty })
    #expect(exposure.samples[0].weight > 1)
  }

  @Test("Before a loop's start is its end; without a loop the first instant stays")
  func ends() throws {
    let disc = #"{"id": "disc", "stage": "disc"}"#
    let shutter = #", "shutter": 360"#
    func left(_ loop: Bool) throws -> Int {
      let exposed = try plan(disc, shutter, loop: loop).evaluate(at: 0).picture.commands
      guard case .exposure(let exposure)? = exposed.first else { return 0 }
      return exposure.samples[0].weight
    }
    #expect(try left(true) == 1)
    #expect(try left(false) > 1)
  }

  @Test("The same bytes for any number of workers")
  func workers() throws {
    let text = """
      {"name": "blur", "canvas": {"size": [64, 48], "fps": 30, "duration": 2, "background": "clear", "shutter": 270},
       "stages": [\(stage(3)), {"id": "disc", "stage": "disc"}],
       "outputs": [{"file": "blur.webm", "codec": "vp9", "alpha": true}]}
      """
    let reading = JobReader.read(bytes: Array(text.utf8), file: "blur.json", registry: stages)
    let job = try #require(reading.job)
    let files = try [1, 2, 3].map { workers in
      let folder = try TemporaryFolder()
      RenderSession(
        jobs: [job], registry: stages,
        settings: RenderSettings(outputFolder: folder.path, workers: workers)
      ) { _ in }.run()
      return try Data(contentsOf: URL(fileURLWithPath: folder.file("blur.webm")))
    }
    #expect(files.allSatisfy { $0 == files[0] })
  }
}
