import Caption
import Foundation
import JobFile
import StageKit
import Synchronization
import Testing

/// A canvas of 200 × 100 points, a picture of 4 × 2 pixels under every name but "missing.png", and text of square
/// letters: each as wide as half the size and as high as all of it.
final class FakeContext: StageContext {
  let canvas = Canvas(size: Size(200, 100), scale: 2, framesPerSecond: 60, duration: 4, background: .black)
  private let seen = Mutex<(requests: [TextRequest], warnings: [String])>(([], []))

  var requests: [TextRequest] { seen.withLock { $0.requests } }
  var warnings: [String] { seen.withLock { $0.warnings } }

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("no bytes here") }

  func image(_ file: FileReference) throws -> Image {
    guard file.written != "missing.png", let image = fakeImage else { throw StageError("\(file.written): is broken") }
    return image
  }

  func layout(_ request: TextRequest) throws -> TextLayout {
    seen.withLock { $0.requests.append(request) }
    if request.style.file != nil { throw StageError("is no font") }
    let size = request.style.size
    let texts = request.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapped($0, to: (request.maximumWidth ?? .infinity) * 2 / size)
    }
    let widths = texts.map { Double($0.count) * size / 2 }
    let whole = request.maximumWidth ?? widths.max() ?? 0
    let lines = zip(texts, widths).enumerated().map { index, line in
      let x = request.alignment == .center ? (whole - line.1) / 2 : 0
      let box = Rect(x: x, y: Double(index) * size, width: line.1, height: size)
      return TextLayout.Line(
        outline: line.0.isEmpty ? .empty : .rect(box), baseline: Double(index + 1) * size, x: x, width: line.1)
    }
    return TextLayout(
      lines: lines, size: Size(whole, Double(texts.count) * size),
      missing: request.text.filter { $0 == "☃" }.map { String($0) }, fonts: ["Fake"],
      substitutions: request.style.families == ["Nowhere"] ? ["there is no font 'Nowhere'"] : [])
  }

  func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) { seen.withLock { $0.warnings.append(message) } }
}

/// Words in lines of at most so many letters.
private func wrapped(_ text: Substring, to length: Double) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    let longer = (lines.last ?? "").isEmpty ? String(word) : "\(lines.last ?? "") \(word)"
    if Double(longer.count) <= length { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
  }
  return lines
}

private let fakeImage = Image(width: 4, height: 2, premultiplied: Array(repeating: 255, count: 32))

/// The stage that a job with these parameters makes; complaints of the reader are thrown as one error.
@discardableResult
func make<S: Stage>(
  _ type: S.Type, _ parameters: String, _ context: any StageContext = FakeContext()
) throws -> S {
  let job = """
    { "canvas": { "size": [200, 100], "scale": 2, "fps": 60, "duration": 4 },
      "stages": [{ "id": "it", "stage": "\(S.definition.name)", "parameters": \(parameters) }] }
    """
  let reading = JobReader.read(
    bytes: Array(job.utf8), file: "job.json", registry: StageRegistry([S.self]), fileExists: { _ in true })
  guard reading.isValid, let entry = reading.job?.stages.first else {
    throw StageError(reading.diagnostics.map(\.message).joined(separator: "; "))
  }
  return try S(entry.parameters, context)
}

func draw(_ stage: some Stage, at seconds: Double = 0, _ inputs: [String: PortValue] = [:]) throws -> DisplayList {
  try stage.frame(at: StageTime(seconds: seconds), Inputs(inputs)).drawing
}

/// All fills and strokes of a list, in order, without the groups around them.
func flat(_ list: DisplayList) -> [DrawCommand] {
  list.commands.flatMap { command -> [DrawCommand] in
    if case .group(let group) = command { flat(group.content) } else { [command] }
  }
}

/// All groups of a list, outer ones first.
func groups(_ list: DisplayList) -> [Group] {
  list.commands.flatMap { command -> [Group] in
    if case .group(let group) = command { [group] + groups(group.content) } else { [] }
  }
}
