import Foundation
import Graphics
import Raster

/// Draws scenes as `Benchmarks/shapes` orders by lines on the standard input, and answers each with a line:
///
/// - `load FILE FILE`: two scenes, which are drawn in turns, each time a little farther to the right: no frame has anything in
///   common with one before, which the renderer would keep. Answers with the seconds that making their lists took.
/// - `time SECONDS`: draws both, and goes on for at least as long; answers with the number of lists and the seconds of drawing.
/// - `picture FILE`: writes the first scene as bytes of red, green, blue and alpha.
///
/// All seconds are this thread's processor time.
@main
enum Entry {
  static func main() throws {
    let size = (width: 512, height: 600)
    let renderer = FrameRenderer(width: size.width, height: size.height, background: .white, cache: ResourceCache())
    var sink = PlaneSink(.premultipliedRGBA8, width: size.width, height: size.height)
    var scenes: [Scene] = []
    var turn = 0
    /// Draws the next list; returns the seconds that this took.
    func draw() -> Double {
      let list = scenes[turn % scenes.count].list(turn: turn / scenes.count)
      turn += 1
      let began = threadSeconds
      sink.drawing = nil
      renderer.render(list, into: &sink)
      return threadSeconds - began
    }
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "load":
        scenes = try words.dropFirst().map { try Scene(file: $0) }
        turn = 0
        let began = threadSeconds
        for scene in scenes { _ = scene.list() }
        print(threadSeconds - began)
      case "time":
        let least = Double(words[1]) ?? 0
        var (count, spent) = (0, 0.0)
        repeat {
          for _ in scenes { spent += draw() }
          count += scenes.count
        } while spent < least
        print(count, spent)
      case "picture":
        turn = 0
        _ = draw()
        try Data(sink.image.pixels).write(to: URL(fileURLWithPath: words[1]))
        print("written")
      default: exit(2)
      }
      fflush(nil)
    }
  }

  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
