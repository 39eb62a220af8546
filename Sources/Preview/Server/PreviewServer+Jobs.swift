import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// Requests for what jobs say.
extension PreviewServer {
  func job(_ request: HTTPRequest) {
    guard let (prepared, key) = prepared(request), let document = session.document(key.file) else { return }
    request.answer(session.description(of: prepared, document, key))
  }

  /// Answers with the box of each stage in a frame.
  func boxes(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request) else { return }
    guard let frame = request.query("frame").flatMap(Int.init), (0..<prepared.plan.job.frameCount).contains(frame)
    else {
      return request.fail(400, "expected 'frame' from 0 to \(prepared.plan.job.frameCount - 1)")
    }
    do throws(StageFailure) {
      request.answer(["stages": try BoxList(prepared.plan, frame: frame).json])
    } catch {
      request.fail(422, error.description)
    }
  }

  /// Answers with warnings of parts that viewers cannot see or read, found by drawing some frames, and of jumps in a
  /// loop.
  func warnings(_ request: HTTPRequest) {
    guard let (prepared, key) = prepared(request), let document = session.document(key.file) else { return }
    do throws(JobFailure) {
      let warnings = try prepared.loopErrors() + prepared.layoutWarnings()
      request.answer(["warnings": session.diagnostics(warnings, document)])
    } catch {
      request.fail(422, error.lines.joined(separator: "\n"))
    }
  }

  func easings(_ request: HTTPRequest) {
    let curves = Easing.named.map { named -> JSONValue in
      ["name": .string(named.name), "origin": .string(named.origin.rawValue)]
    }
    request.answer(["curves": .array(curves)])
  }
}

extension PreviewSession {
  /// The files that a run delivers, in the order of the job.
  func outputs(of job: Job) -> [String] {
    let folder = settings.outputFolder.hasSuffix("/") ? String(settings.outputFolder.dropLast()) : settings.outputFolder
    return job.outputs.map { "\(folder)/\($0.file)" }
  }

  var state: JSONValue {
    let (files, read) = documents.withLock { ($0.files, $0.read) }
    return [
      "session": .string(id), "folder": .string(settings.path), "out": .string(settings.outputFolder),
      "isReview": .boolean(settings.isReview),
      "git": ["user": settings.user.map { .string($0) } ?? .null],
      "jobs": .array(files.map { file in read[file].map(summary) ?? ["file": .string(file), "revision": .null] }),
    ]
  }

  private func summary(_ document: JobDocument) -> JSONValue {
    let variants = document.jobs.map { job -> JSONValue in
      [
        "id": .string(job.variant.choices.isEmpty ? "" : "\(job.variant)"),
        "choices": .object(job.variant.choices.map { .init($0.axis, .string($0.value)) }),
      ]
    }
    var members: [JSONValue.Member] = [
      .init("file", .string(document.file)), .init("revision", .string(document.revision)),
      .init("isDraft", .boolean(document.draft != nil)), .init("variants", .array(variants)),
      .init("errors", diagnostics(document.errors, document)),
      .init("warnings", diagnostics(document.warnings, document)),
    ]
    if let job = document.jobs.first {
      let outputs = outputs(of: job).map { path -> JSONValue in
        ["file": .string(path), "exists": .boolean(FileManager.default.fileExists(atPath: path))]
      }
      members += [
        .init("name", .string(job.name)), .init("width", .number(Double(job.pixelWidth))),
        .init("height", .number(Double(job.pixelHeight))), .init("fps", .number(job.frameRate.framesPerSecond)),
        .init("frames", .number(Double(job.frameCount))),
        .init("seconds", .number(job.frameRate.seconds(ofFrame: job.frameCount))),
        .init("loop", .boolean(job.loop != nil)), .init("hasSound", .boolean(!job.sounds.isEmpty)),
        .init("outputs", .array(outputs)),
      ]
    }
    return .object(members)
  }

  /// The errors that keep a job from being drawn.
  func errors(_ diagnostics: [Diagnostic], _ document: JobDocument) -> JSONValue {
    [
      "errors": self.diagnostics(diagnostics, document), "revision": .string(document.revision),
      "text": .string(String(decoding: document.text, as: UTF8.self)), "isDraft": .boolean(document.draft != nil),
      "diskDigest": .string(document.diskDigest), "diskChanged": .boolean(document.isDiskChanged),
      "isUTF8": .boolean(document.firstInvalidByte == nil), "sources": sources(of: document),
    ]
  }
}
