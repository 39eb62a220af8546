import Foundation
import StageKit
import Video

/// What drawing a job's frames and judging its files gave.
struct DrawnRecord: Codable, Hashable, Sendable {
  var pixels: [String]
  /// By stage, for each of the reference frames.
  var stagePixels: [[String]]
  var loops: Bool
  /// By output.
  var quality: [FileQuality]
  var faults: [DeliveryFault]
}

/// The least quality of any frame of a file.
struct FileQuality: Codable, Hashable, Sendable {
  var keyFrames: [Int] = []
  var lumaPSNR = 100.0
  var chromaPSNR = 100.0
  var ssim = 1.0
  /// The greatest mean error of a plane, in code values.
  var bias = 0.0
}

/// Keeps what was drawn and judged from run to run, under everything that it follows from: display lists, output settings
/// and files of the job, the program and the machine's arithmetic.
public struct ObservationMemory: Sendable {
  let folder: String

  /// Nothing is made before there is something to keep.
  public init(folder: String) { self.folder = folder }

  private static let program = Digest { hasher in
    hasher.combine("observation 1")
    for path in ["/proc/self/exe"] + libraries {
      hasher.combine(bytes: FileManager.default.contents(atPath: path) ?? Data())
    }
    hasher.combine(VideoLibraries.digest)
    hasher.combine(Platform.current(program: "").arithmetic)
  }

  /// The library that this process shares with stages.
  private static var libraries: [String] {
    let maps = FileManager.default.contents(atPath: "/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = maps.split(separator: "\n").first { $0.hasSuffix("/libStageKit.so") }
    return line.flatMap { line in line.firstIndex(of: "/").map { [String(line[$0...])] } } ?? []
  }

  private func path(_ key: Digest) -> String {
    let name = Digest { hasher in
      hasher.combine(Self.program)
      hasher.combine(key)
    }
    return "\(folder)/observations/\(name).json"
  }

  func find(_ key: Digest) -> DrawnRecord? {
    FileManager.default.contents(atPath: path(key)).flatMap { try? JSONDecoder().decode(DrawnRecord.self, from: $0) }
  }

  /// Where it cannot be kept, the next run draws anew.
  func keep(_ drawn: DrawnRecord, under key: Digest) {
    guard let data = try? JSONEncoder().encode(drawn) else { return }
    try? FileManager.default.createDirectory(atPath: "\(folder)/observations", withIntermediateDirectories: true)
    try? data.write(to: URL(fileURLWithPath: path(key)), options: .atomic)
  }
}
