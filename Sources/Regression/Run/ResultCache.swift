import Foundation
import Rendering
import StageKit
import Store
import Video

/// The results of drawing a job's frames and judging its files.
struct DrawingResult: Codable, Hashable, Sendable {
  var pixels: [String]
  /// By stage, for each of the reference frames.
  var stagePixels: [[String]]
  var loops: Bool
  /// By output.
  var quality: [FileQuality]
  var faults: [DeliveryFault]
  /// By output: the levels of its sound, see `OutputRecord.sound`.
  var sound: [[String]?]
  /// The same by outputs of sound alone.
  var soundFiles: [[String]?]
}

/// The lowest quality of any frame of a file.
struct FileQuality: Codable, Hashable, Sendable {
  var keyFrames: [Int] = []
  var lumaPSNR = 100.0
  var chromaPSNR = 100.0
  var ssim = 1.0
  /// The greatest mean error of a plane, in code values.
  var bias = 0.0
  /// The scores of all frames, in order; empty for lossless codecs.
  var scores: [FrameScore] = []
}

/// Results of earlier runs, under a key of everything that they follow from: display lists, output settings and files of
/// the job, the program and the machine's arithmetic.
struct ResultCache: Sendable {
  private let store: ContentStore

  init(_ settings: StoreSettings) { store = settings.contents }

  private static let program = Digest { hasher in
    hasher.combine("observation 4")
    hasher.combine(ProgramIdentity.digest)
    hasher.combine(ProgramIdentity.encoders)
  }

  private func full(_ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine(Self.program)
      hasher.combine(key)
    }
  }

  /// Nil where nothing is stored under the key.
  func result(_ key: Digest) -> DrawingResult? {
    guard case .hit(let bytes) = store.read(.observations, full(key)) else { return nil }
    return try? JSONDecoder().decode(DrawingResult.self, from: Data(bytes))
  }

  func store(_ result: DrawingResult, under key: Digest) throws(StoreError) {
    if let data = try? JSONEncoder().encode(result) { try store.write(.observations, full(key), [UInt8](data)) }
  }

  /// The pictures of a result's reference frames; nil where they are not stored.
  func pictures(_ key: Digest) -> [Image]? {
    guard case .hit(let bytes) = store.read(.observations, full(Self.pictureKey(key))) else { return nil }
    var reader = BinaryReader(bytes)
    guard let count = try? reader.count(of: 8) else { return nil }
    let pictures = (0..<count).compactMap { _ in
      (try? reader.byteArray()).flatMap { try? readPicture($0, gamut: .displayP3) }
    }
    return pictures.count == count && reader.isAtEnd ? pictures : nil
  }

  /// As PNG, which keeps every bit of them.
  func store(_ pictures: [Image], under key: Digest) throws {
    var writer = BinaryWriter()
    writer.write(pictures.count)
    for picture in pictures { writer.write(try encodePNG(picture)) }
    try store.write(.observations, full(Self.pictureKey(key)), writer.bytes)
  }

  private static func pictureKey(_ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine("pictures")
      hasher.combine(key)
    }
  }
}
