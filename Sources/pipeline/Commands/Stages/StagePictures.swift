import JobFile
import Messages
import Planning
import Rendering
import StageKit
import Video

/// Draws the pictures of the reference from the examples that its pages print.
struct StagePictures {
  /// The folder of the pictures.
  let folder: String
  /// The folder that the examples' files are relative to.
  let jobs: String

  /// Draws those of stages whose definitions have an example; false after an error, which is printed.
  func draw(_ definitions: [StageDefinition], _ registry: StageRegistry) throws -> Bool {
    try PathOptions.createFolder(folder, option: "output")
    var isDone = true
    for definition in definitions {
      let example = StageExample(definition)
      guard let seconds = example.seconds else { continue }
      let reading = JobReader.read(
        bytes: Array(example.job.utf8), file: "\(jobs)/\(definition.name).json", registry: registry,
        messages: Messages())
      for diagnostic in reading.diagnostics { Terminal.error("\(diagnostic)") }
      guard let job = reading.job, reading.isValid, let prepared = SingleJob.prepare(job, registry, StepProgress())
      else {
        isDone = false
        continue
      }
      do {
        try writePNG(try prepared.image(at: seconds, scale: 1), to: "\(folder)/\(definition.name).png")
      } catch {
        Terminal.error("\(definition.name): \(error)")
        isDone = false
      }
    }
    return isDone
  }
}
