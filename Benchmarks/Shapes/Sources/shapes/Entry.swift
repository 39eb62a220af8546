import Foundation
import Graphics
import Raster

/// Draws scenes as `Benchmarks/shapes` orders by lines on the standard input, and answers each with a line:
///
/// - `load FILE FILE`: two scenes, which are drawn in turns, so that no frame has anything in common with the last one.
///   Answers with the seconds that making their lists took.
/// - `time SECONDS`: draws both, and goes on for at least as long; answers with the number of lists and their seconds.
/// - `picture FILE`: writes the first scene as bytes of red, green, blue and alpha.
///
/// All seconds are this thread's processor time.
@main
enum Entry {
  static func main() throws {
    let size = (width: 512, height: 600)
    let renderer = FrameRenderer(width: size.width, height: size.height, background: .white, cache: ResourceCache())
    var sink = PlaneSink(.premultipliedRGBA8, width: size.width, height: size.height)
    var lists: [DisplayList] = []
    // The other list is always the next, since the renderer would keep what it finds again.
    var turn = 0
    func draw() {
      sink.drawing = nil
      renderer.render(lists[turn % lists.count], into: &sink)
      turn += 1
    }
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "load":
        let scenes = try words.dropFirst().map { try Scene(file: $0) }
        let began = threadSeconds
        lists = scenes.map(\.list)
        turn = 0
        print(threadSeconds - began)
      case "time":
        let least = Double(words[1]) ?? 0
        var (count, spent) = (0, 0.0)
        let began = threadSeconds
        repeat {
          for _ in lists { draw() }
          count += lists.count
          spent = threadSeconds - began
        } while spent < least
        print(count, spent)
      case "picture":
        while turn % lists.count != 0 { draw() }
        draw()
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
