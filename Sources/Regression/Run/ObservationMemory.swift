import Foundation
import Rendering
import StageKit
import Store
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
struct ObservationMemory: Sendable {
  private let store: ContentStore

  init(_ settings: StoreSettings) { store = ContentStore(folder: settings.folder, limit: settings.limit) }

  private static let program = Digest { hasher in
    hasher.combine("observation 1")
    hasher.combine(ProgramIdentity.digest)
    hasher.combine(VideoLibraries.digest)
  }

  private func full(_ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine(Self.program)
      hasher.combine(key)
    }
  }

  func find(_ key: Digest) -> DrawnRecord? {
    guard case .hit(let bytes) = store.read(.observations, full(key)) else { return nil }
    return try? JSONDecoder().decode(DrawnRecord.self, from: Data(bytes))
  }

  /// Where it cannot be kept, the next run draws anew.
  func keep(_ drawn: DrawnRecord, under key: Digest) {
    if let data = try? JSONEncoder().encode(drawn) { try? store.write(.observations, full(key), [UInt8](data)) }
  }
}
