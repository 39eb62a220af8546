import Foundation

/// A column of the table: its head, and what it takes from a scene's figures.
struct Column: Sendable {
  let head: String
  let digits: Int
  let value: @Sendable (Figures) -> Double?

  static let all = [
    Column(head: "stages ms", digits: 2) { $0.costs.stages },
    Column(head: "draw ms", digits: 2) { $0.costs.drawing },
    Column(head: "convert ms", digits: 2) { $0.costs.conversion },
    Column(head: "encode ms", digits: 2) { $0.costs.encoding },
    Column(head: "frame ms", digits: 2) { $0.costs.sum },
    Column(head: "allocs", digits: 0) { $0.costs.allocations },
    Column(head: "plan ms", digits: 0) { $0.costs.planning },
    Column(head: "whole s", digits: 2) { $0.whole },
    Column(head: "encoder s", digits: 2) { $0.encoder },
    Column(head: "ratio", digits: 3) { $0.ratio },
    Column(head: "peak MB", digits: 0) { $0.peak.map { $0 / 1e6 } },
    Column(head: "enc-1 MB", digits: 0) { $0.singleEncoderPeak.map { $0 / 1e6 } },
    Column(head: "share MB", digits: 0) { $0.share.map { $0 / 1e6 } },
  ]

  func text(_ figures: Figures) -> String {
    value(figures).map { String(format: "%.\(digits)f", $0) } ?? "–"
  }

  /// By how much it differs, in percent.
  func change(_ figures: Figures, from old: Figures) -> String {
    guard let new = value(figures), let old = value(old), old > 0 else { return "–" }
    return String(format: "%+.1f%%", (new / old - 1) * 100)
  }
}

/// Rows of the table, the first cell a name of `width` characters.
func row(_ name: String, _ cells: [String], width: Int) -> String {
  let padded = cells.enumerated().map { index, cell in
    String(repeating: " ", count: max(0, Column.all[index].head.count + 2 - cell.count)) + cell
  }
  return name + String(repeating: " ", count: max(0, width - name.count)) + padded.joined()
}
