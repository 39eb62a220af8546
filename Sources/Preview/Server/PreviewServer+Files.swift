import Files
import Foundation
import Planning
import Reporting
import Sound
import StageKit

/// Requests for the files of jobs, and for values over time.
extension PreviewServer {
  /// Takes a part of a file, and answers after the last one with the path that the job has for it.
  func addFile(_ request: HTTPRequest) {
    guard let document = request.query("file").flatMap(session.document) else {
      return request.fail(404, "there is no such job")
    }
    guard let name = request.query("name"), let id = request.query("id"),
      let offset = request.query("offset").flatMap(Int.init)
    else { return request.fail(400, "expected 'name', 'id' and 'offset'") }
    do {
      let added = try session.addedFiles.add(
        request.body, at: offset, isLast: request.query("last") == "1", of: id, name: name, beside: document.file)
      request.answer(added.map { ["path": .string($0.path), "isNew": .boolean($0.isNew)] } ?? [:])
    } catch let fault as AddingFault {
      request.fail(fault.status, fault.message)
    } catch let error as FileError {
      request.fail(500, error.message, hint: error.hint)
    } catch {
      request.fail(500, SystemError.describe(error))
    }
  }

  /// Answers with the peaks of a sound's file, the lowest and the highest of each span as bytes with a sign.
  func peaks(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request) else { return }
    let sounds = prepared.plan.sounds
    guard let index = request.query("sound").flatMap(Int.init), sounds.indices.contains(index),
      sounds[index].nested == nil
    else { return request.fail(404, "there is no such sound") }
    do throws(Diagnostic) {
      let peaks = try session.soundPictures.peaks(of: sounds[index].entry, in: prepared)
      request.answer(
        peaks.values.map { UInt8(bitPattern: $0) }, type: "application/octet-stream",
        headers: [("X-Rate", "\(peaks.rate)"), ("X-Seconds", "\(peaks.duration)")])
    } catch {
      request.fail(422, error.message, hint: error.hint)
    }
  }

  /// Answers with the numbers of a stage that keyframes change, as they are at instants of a part of the video.
  func motions(_ request: HTTPRequest) {
    guard let (prepared, _) = prepared(request) else { return }
    let shown = prepared.plan.shownStages.first { $0.id == request.query("stage") }
    guard let shown, let stage = shown.planned else {
      return request.fail(404, "there is no such stage")
    }
    func number(_ name: String) -> Double? {
      request.query(name).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
    guard let from = number("from"), let to = number("to"), from <= to,
      let count = request.query("count").flatMap(Int.init), (1...Self.maxInstants).contains(count)
    else { return request.fail(400, "expected 'from', 'to', and 'count' up to \(Self.maxInstants)") }
    request.answer(MotionList(shown, stage, over: from...to, count: count).json)
  }

  private static let maxInstants = 20_000
}
