import Foundation
import JobFile
import MediaBase
import Planning
import Rendering
import Reporting
import StageKit
import Video

extension PreviewServer {
  /// The job or the template that a request is about, at its revision if it names one; nil after the request was refused.
  func prepared(_ request: HTTPRequest) -> (job: PlannedJob, key: PlannedJobs.Key)? {
    guard request.isOpen else {
      request.fail(400, "nobody waits")
      return nil
    }
    guard request.query("file") ?? request.query("template") != nil else {
      request.fail(400, "expected 'file'")
      return nil
    }
    let plan = session.document(of: request).map {
      session.plan(
        $0, request.query("variant") ?? "", revision: request.query("revision"), solo: request.query("solo"))
    }
    switch plan ?? .unknown {
    case .ready(let job, let key): return (job, key)
    case .unknown: request.fail(404, "there is no such job")
    case .outdated(let document): request.fail(409, "the job has changed", revision: document.revision)
    case .wrong(let document, let diagnostics): request.answer(session.errors(diagnostics, document), status: 422)
    }
    return nil
  }

  private func frameNumber(_ request: HTTPRequest, of plan: RenderPlan) -> Int? {
    guard let frame = request.query("frame").flatMap(Int.init), (0..<plan.job.frameCount).contains(frame) else {
      request.fail(400, "expected 'frame' from 0 to \(plan.job.frameCount - 1)")
      return nil
    }
    return frame
  }

  func frame(_ request: HTTPRequest, _ drawers: FrameDrawers) {
    guard let (prepared, key) = prepared(request), let frame = frameNumber(request, of: prepared.plan) else { return }
    guard let scale = request.query("scale").flatMap(Double.init), (0.01...16).contains(scale) else {
      return request.fail(400, "expected 'scale' from 0.01 to 16")
    }
    let size = prepared.plan.job.picture(scale: scale)
    guard size.width * size.height <= maxPictureArea else { return request.fail(400, "too many pixels") }
    let drawer = drawers.drawer(
      .init(
        job: key, scale: scale, isClear: request.query("clear") == "1", isDraft: request.query("draft") == "1"),
      prepared)
    do throws(StageFailure) {
      let image = try drawer.image(at: prepared.plan.seconds(ofFrame: frame))
      // The page's canvas is in sRGB.
      request.answer(straightPixels(of: image.converted(to: .sRGB)), width: image.width, height: image.height)
    } catch {
      request.fail(422, error.description)
    }
  }

  func digests(_ request: HTTPRequest) {
    withScan(request) { ["digests": .array($0.digests.map { .string($0) })] }
  }

  func values(_ request: HTTPRequest) {
    withScan(request) { scan in
      let columns = scan.columns.indices.map { column -> JSONValue in
        .array(scan.values.map { $0[column].map { .number($0) } ?? .null })
      }
      return [
        "columns": .array(scan.columns.map { .string($0) }), "frames": .number(Double(scan.values.count)),
        "values": .array(columns),
      ]
    }
  }

  private func withScan(_ request: HTTPRequest, _ json: @escaping @Sendable (FrameScans.Result) -> JSONValue) {
    guard let (prepared, key) = prepared(request) else { return }
    session.scans.scan(prepared, key) { result in
      switch result {
      case .success(let scan): request.answer(json(scan))
      case .failure(.outdated): request.fail(409, "the job has changed")
      case .failure(.failed(let failure)): request.fail(422, failure.description)
      }
    }
  }

  /// The fullest frame, small.
  func poster(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request) else { return }
    do {
      let frame = try VariantSheet.fullestFrame(of: prepared)
      let scale = Self.posterHeight / Double(prepared.plan.job.pixelHeight)
      let image = try prepared.image(at: prepared.plan.seconds(ofFrame: frame), scale: scale)
      request.answer(try encodePNG(image), type: "image/png")
    } catch {
      request.fail(422, "\(error)")
    }
  }

  private static let posterHeight = 320.0

  /// All samples of the mix: interleaved stereo of 32-bit floats, little-endian.
  func sound(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request) else { return }
    do {
      let mix = try prepared.soundMix()
      if mix.tracks.isEmpty { return request.answer([], type: "application/octet-stream", status: 204) }
      let bytes = mix.samples(0..<mix.count).withUnsafeBytes { Array($0) }
      request.answer(
        bytes, type: "application/octet-stream", headers: [("X-Rate", "\(TrackSound.sampleRate)")])
    } catch {
      request.fail(422, error.lines.joined(separator: "\n"))
    }
  }

  /// A frame of the first file that was delivered.
  func delivered(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request), let frame = frameNumber(request, of: prepared.plan) else { return }
    let paths = session.outputs(of: prepared.plan.job).filter { FileManager.default.fileExists(atPath: $0) }
    guard let path = paths.first else { return request.fail(404, "nothing of this job is delivered") }
    do throws(MediaError) {
      let clip = try session.delivered.clip(path)
      let seconds = prepared.plan.seconds(ofFrame: frame)
      let number = clip.times.lastIndex { $0 <= seconds + 1e-3 } ?? 0
      guard let image = clip.frame(number) else { return request.fail(404, "\(path) has no frame \(number)") }
      let pixels = straightPixels(of: image)
      if let fault = clip.fault { throw fault }
      request.answer(pixels, width: image.width, height: image.height)
    } catch {
      request.fail(422, "\(error)")
    }
  }
}
