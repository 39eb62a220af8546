import Files
import Formats
import Foundation
import MediaBase
import StageKit
import Video

/// A folder of baselines, one folder for each job: `record.json`, a picture such as `frame-0074-1f….png` for each reference
/// frame, and, where the first output is one file, a copy of it such as `before-2e….mp4`.
///
/// Pictures and copies are named after their content, so that updates of two people do not overwrite each other's.
public struct BaselineFolder: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path }

  /// The names of all jobs in it, in order.
  public var jobs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: recordPath($0)) }.sorted()
  }

  public func folder(_ job: String) -> String { "\(path)/\(job)" }
  public func recordPath(_ job: String) -> String { "\(path)/\(job)/record.json" }
  /// The earlier delivered file to compare `file` with, named after its content; nil for numbered files.
  public func videoPath(_ record: JobRecord, for file: String) -> String? {
    guard let container = Containers.forFile(file), !container.isNumbered, let output = record.outputs.first else {
      return nil
    }
    return "\(folder(record.job))/\(Self.videoName)-\(output.digest.prefix(16)).\(container.ending)"
  }
  private static let videoName = "before"

  /// The picture of a reference frame, named after its content.
  public func picturePath(_ record: JobRecord, frame: Int) -> String {
    let digits = "\(frame)"
    let words = FrameSeries.words(record.pixels) ?? []
    let content = words.indices.contains(frame) ? "-\(words[frame])" : ""
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(folder(record.job))/frame-\(number)\(content).png"
  }

  /// The record of a job; nil where there is none. Throws `BaselineError` where it cannot be used.
  public func record(_ job: String) throws(BaselineError) -> JobRecord? {
    let file = recordPath(job)
    guard FileSystem.exists(file) else { return nil }
    do { try FileSystem.checkReadable(file) } catch { throw BaselineError(file: file, reason: error.message) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BaselineError(file: file, reason: "cannot be read")
    }
    if data.starts(with: Data("<<<<<<< ".utf8)) || data.range(of: Data("\n<<<<<<< ".utf8)) != nil {
      throw BaselineError(
        file: file,
        reason: "has the marks of a merge with conflicts. Accept what is drawn now: --update '\(job)'.")
    }
    do {
      let record = try JSONDecoder().decode(JobRecord.self, from: data)
      guard record.format == JobRecord.currentFormat else {
        throw BaselineError(
          file: file, reason: "has format \(record.format), not \(JobRecord.currentFormat). Record it again.")
      }
      return record
    } catch let error as BaselineError {
      throw error
    } catch let error as DecodingError {
      throw BaselineError(file: file, reason: "is not a record: \(error.location). Record it again.")
    } catch {
      throw BaselineError(file: file, reason: "is not a record. Record it again.")
    }
  }

  /// The picture of a reference frame of a record. Throws `MediaError`.
  public func picture(_ record: JobRecord, frame: Int) throws -> Image {
    try readPicture(at: picturePath(record, frame: frame), gamut: .displayP3)
  }

  /// The missing or damaged pictures and files of a record, a line each.
  func damage(_ record: JobRecord) -> [String] {
    let words = FrameSeries.words(record.pixels) ?? []
    var lines: [String] = []
    for frame in record.references {
      let path = picturePath(record, frame: frame)
      guard FileSystem.exists(path) else {
        lines.append("\(path) is missing")
        continue
      }
      guard let picture = try? readPicture(at: path, gamut: .displayP3) else {
        lines.append("\(path) is damaged")
        continue
      }
      if words.indices.contains(frame), JobObserver.short(picture.digest, digits: 16) != words[frame] {
        lines.append("\(path) does not show what was recorded")
      }
    }
    if let output = record.outputs.first, let path = videoPath(record, for: output.file) {
      if let data = FileManager.default.contents(atPath: path) {
        if "\(Digest { $0.combine(bytes: data) })" != output.digest { lines.append("\(path) is damaged") }
      } else {
        lines.append("\(path) is missing")
      }
    }
    return lines
  }

  /// Replaces a job's baseline, but not its tolerance. Files that would not change are left alone. `message` says why it is
  /// accepted.
  public func write(_ observation: JobObservation, message: String? = nil) throws {
    var record = observation.record
    let job = record.job
    let before = try? self.record(job)
    record.tolerance = before?.tolerance
    record.masks = before?.masks
    record.accepted = message ?? before?.accepted
    try FileSystem.createFolder(folder(job))
    var written: Set<String> = ["record.json"]
    for (frame, image) in zip(record.references, observation.references) {
      let file = picturePath(record, frame: frame)
      try writeIfChanged(Data(try encodePNG(image)), at: file)
      written.insert((file as NSString).lastPathComponent)
    }
    if let file = observation.files.first, let target = videoPath(record, for: file),
      let video = FileManager.default.contents(atPath: file)
    {
      try writeIfChanged(video, at: target)
      written.insert((target as NSString).lastPathComponent)
    }
    try writeIfChanged(try Self.text(record), at: recordPath(job))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(job))) ?? []
    for name in names where !written.contains(name) {
      if name.hasPrefix("frame-") && name.hasSuffix(".png") || name.hasPrefix(Self.videoName) {
        unlink("\(folder(job))/\(name)")
      }
    }
  }

  /// A record as its file holds it.
  public static func text(_ record: JobRecord) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var record = record
    for index in record.stages.indices { record.stages[index].defaults = nil }
    for index in record.outputs.indices { record.outputs[index].defaults = nil }
    return try encoder.encode(record) + Data("\n".utf8)
  }

  private func writeIfChanged(_ data: Data, at file: String) throws {
    if FileManager.default.contents(atPath: file) != data {
      try AtomicFile.write(data, to: file)
    }
  }
}

/// A baseline that cannot be used.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var reason: String
  public var description: String { "\(file): \(reason)" }
}

extension DecodingError {
  /// The path in the text, and what is wrong there.
  fileprivate var location: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let c), .valueNotFound(_, let c), .keyNotFound(_, let c), .dataCorrupted(let c): context = c
    @unknown default: return "\(self)"
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    let text = context.debugDescription
    let what = text.hasSuffix(".") ? String(text.dropLast()) : text
    return (path.isEmpty ? "" : "at \(path.drop { $0 == "." }): ") + what
  }
}
