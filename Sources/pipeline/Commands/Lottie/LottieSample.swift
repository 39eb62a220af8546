import Foundation
import JobFile
import LottieFiles
import Messages
import Planning
import Rendering
import Reporting
import StageKit

/// A job that shows a Lottie file alone, as large as it is.
struct LottieSample {
  private let file: String
  private let animation: String?
  private let description: LottieDescription

  /// The greatest width and height of its canvas.
  private static let maxSide = 2048.0

  init(_ description: LottieDescription, file: String, animation: String?) {
    (self.file, self.animation, self.description) = (file, animation, description)
  }

  /// The entry of a job's stage.
  ///
  /// - `file`: As the job names it.
  func stage(file: String, size: Size? = nil) -> JSONValue {
    let name = ((self.file as NSString).lastPathComponent as NSString).deletingPathExtension.lowercased()
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let id = String(words.joined(separator: "-").drop { !$0.isLetter })
    let parameters = JSONValue.members([
      "file": .string(file), "animation": animation.map { .string($0) },
      "width": size.map { .number($0.width) }, "height": size.map { .number($0.height) },
    ])
    return ["id": .string(id.isEmpty ? "animation" : id), "stage": "lottie", "parameters": parameters]
  }

  /// The job, in the folder of the file.
  private var text: String {
    let scale = min(1, Self.maxSide / max(description.header.size.width, description.header.size.height))
    func side(_ length: Double) -> Double { max(2, (length * scale / 2).rounded(.up) * 2) }
    let size = Size(side(description.header.size.width), side(description.header.size.height))
    let rate = description.header.framesPerSecond
    let fps = rate == rate.rounded() && (1...240).contains(rate) ? rate : 60
    // Whole frames, of which the last one is within the file.
    let frames = min(max((description.header.duration * fps).rounded(.down), 1), 1e6)
    let canvas: JSONValue = [
      "size": [.number(size.width), .number(size.height)], "fps": .number(fps), "duration": .number(frames / fps),
      "background": "#808080",
    ]
    let stages: JSONValue = [stage(file: (file as NSString).lastPathComponent, size: size)]
    return JSONValue.members(["canvas": canvas, "stages": stages]).text
  }

  /// The job, ready to be drawn, with its warnings; nil after faults, which are handed on with their hints.
  func planned(
    _ policy: JobPolicy, _ progress: StepProgress, fail: (String, String?) -> Void
  ) -> (job: PlannedJob, warnings: [String])? {
    let folder = (file as NSString).deletingLastPathComponent
    let registry = StageLoading.registry()
    let checked = CheckedJobFile(
      bytes: Array(text.utf8), file: (folder.isEmpty ? "" : folder + "/") + "lottie.json", registry: registry,
      policy: policy, messages: Messages())
    func report(_ diagnostics: [Diagnostic]) {
      for diagnostic in diagnostics where diagnostic.severity == .error {
        fail(named(diagnostic.message), diagnostic.hint)
      }
    }
    report(checked.diagnostics)
    guard let job = checked.jobs.first else { return nil }
    var warnings: [String] = []
    let planned = SingleJob.prepare(job, registry, progress) { diagnostics in
      report(diagnostics)
      let name = (file as NSString).lastPathComponent + ": "
      warnings += diagnostics.filter { $0.severity == .warning }.map { diagnostic in
        diagnostic.message.hasPrefix(name) ? String(diagnostic.message.dropFirst(name.count)) : diagnostic.message
      }
    }
    return planned.map { ($0, warnings) }
  }

  /// A message that names the file as the command line does.
  private func named(_ message: String) -> String {
    let name = (file as NSString).lastPathComponent
    return message.hasPrefix(name + ":") ? file + message.dropFirst(name.count) : message
  }
}
