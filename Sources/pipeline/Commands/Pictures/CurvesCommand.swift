import Rendering
import Reporting
import StageKit
import Video

/// `pipeline curves`.
enum CurvesCommand {
  static let specification = CommandSpecification(
    name: "curves", operands: "", operandCount: 0...0,
    summary: "List the named curves of keyframes, or draw them as PNG.",
    details: """
      Jobs may also write cubic-bezier(x1, y1, x2, y2), steps(n), linear(…) and spring(mass, stiffness, damping, velocity).
      """,
    options: [
      .init("output", "FILE.png", short: "o", "Draw their graphs into this file."),
      .init("scale", "X", "Multiply the graphs' size; default: 1."), PictureFile.force,
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let scale = try arguments.number("scale", in: 0.1...8) ?? 1
    guard let path = arguments.string("output") else {
      let rows = Easing.named.map { named in
        let description = "\(named.curve)"
        return [named.name, named.origin.rawValue, description == named.name ? "" : description]
      }
      for line in TextTable.lines(rows, indent: 0) { Terminal.print(line) }
      return .success
    }
    try PictureFile.check(path, arguments)
    do {
      try writePNG(try CurveSheet(scale: scale).image(), to: path)
      Terminal.print(path.escapingControlCharacters)
      return .success
    } catch {
      Terminal.error("\(error)")
      return .renderFailed
    }
  }
}
