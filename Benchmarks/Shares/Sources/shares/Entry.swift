import Foundation

@main
enum Entry {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, let data = FileManager.default.contents(atPath: path),
      let start = arguments.dropFirst().first.flatMap({ Double($0) })
    else { return end("usage: shares COSTS START     a file of measured jobs, and what a share takes to begin") }
    let measured = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { MeasuredJob($0) }
    guard let longest = measured.max(by: { $0.segments.count < $1.segments.count }) else {
      return end("\(path): has no jobs")
    }
    let folder = Simulation(jobs: (0..<1000).map { measured[$0 % measured.count] }, start: start)
    // Ten minutes at 60 frames a second, in segments of 120 frames.
    let film = Simulation(jobs: [longest.repeated(segmentCount: 300)], start: start)
    report("1000 jobs", folder)
    report("one job of 10 minutes at 60 frames/s, as '\(longest.name)'", film)
  }

  private static func report(_ title: String, _ simulation: Simulation) {
    let segments = simulation.jobs.reduce(0) { $0 + $1.segments.count }
    print("\(title): \(segments) segments, \(Int(simulation.work)) s of drawing")
    print("  shares      ideal   by modulo           by table, first     by table")
    for shares in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000] {
      let ideal = simulation.work / Double(shares)
      let rows = [simulation.modulo, simulation.firstTable, simulation.table].map { $0(shares) }
      let cells = rows.map { table in
        let seconds = simulation.longest(table, shares: shares)
        return String(format: "%9.1f s  %5.1f %%", seconds, 100 * ideal / seconds)
      }
      print(String(format: "  %6d  %7.1f s", shares, ideal) + cells.joined(separator: "  "))
    }
  }

  private static func end(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
  }
}
