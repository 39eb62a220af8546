import Foundation

@testable import Raster

@main
enum Entry {
  static func main() {
    print("The best of \(Trial.rounds) turns, in nanoseconds of processor time for a pixel, or for an edge in a row.")
    print(cells("kernel", "Swift", "C", "gain"))
    for trial in edgeTrials() + rowTrials() + colorTrials() + blurTrials() {
      let (slow, fast) = trial.measure()
      print(
        cells(
          trial.name, String(format: "%.3f", slow), String(format: "%.3f", fast),
          String(format: "%.1f ×", slow / fast)))
      fflush(nil)
    }
  }

  private static func cells(_ name: String, _ rest: String...) -> String {
    let padded = rest.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }
    return name.padding(toLength: 60, withPad: " ", startingAt: 0) + padded.joined()
  }
}
