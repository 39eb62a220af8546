import Foundation
import StageKit

/// The difference of a drawing from the golden of that name; nil if there is none.
///
/// Goldens are text, in the folder `Goldens` next to the calling test. With `RECORD_GOLDENS=1` in the environment they
/// are written anew, and the test fails once so that nobody overlooks it.
public func difference(
  _ drawing: DisplayList, fromGolden name: String, sourceFile: String = #filePath
) throws -> String? {
  let folder = URL(fileURLWithPath: sourceFile).deletingLastPathComponent().appendingPathComponent("Goldens")
  let file = folder.appendingPathComponent("\(name).txt")
  let text = drawing.goldenText
  if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return "\(file.path) was recorded anew; look at what changed"
  }
  guard let data = FileManager.default.contents(atPath: file.path) else {
    return "there is no \(file.path); RECORD_GOLDENS=1 swift test records it"
  }
  let golden = String(decoding: data, as: UTF8.self)
  return golden == text ? nil : firstDifference(text, golden) + "; RECORD_GOLDENS=1 swift test records it anew"
}

private func firstDifference(_ text: String, _ golden: String) -> String {
  let (found, expected) = (text.split(separator: "\n"), golden.split(separator: "\n"))
  let index = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
  func line(_ lines: [Substring]) -> String { index < lines.count ? "'\(lines[index])'" : "the end" }
  return "line \(index + 1): expected \(line(expected)), found \(line(found))"
}
