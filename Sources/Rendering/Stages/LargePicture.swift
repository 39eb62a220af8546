import Coding
import Graphics
import Memory
import StageKit
import Synchronization
import Video

/// A picture of many pixels, which is read when it is drawn, no larger than it is shown where its decoder can.
final class LargePicture: Sendable {
  /// The memory that decoding takes for each pixel, at most.
  static let bytesPerPixelWhileDecoding = 12

  private let traits: PictureTraits
  private let name: String
  private let read: @Sendable (_ halvings: Int) throws -> Image
  private let found = Mutex<StageError?>(nil)

  /// `read` is called when memory for all that it takes is reserved.
  init(_ traits: PictureTraits, name: String, read: @escaping @Sendable (_ halvings: Int) throws -> Image) {
    (self.traits, self.name, self.read) = (traits, name, read)
  }

  /// The first fault that drawing met.
  var fault: StageError? { found.withLock { $0 } }

  /// Reads it once, as small as can be, so that faults of its file are found before it is drawn.
  func check(_ memory: MemoryAccount?) throws {
    let reservation = reserve(memory, traits.maxHalvings)
    defer { withExtendedLifetime(reservation) {} }
    if let memory, reservation == nil {
      throw StageError(
        "\(name): \(memory.refusal?.description ?? "needs too much memory")",
        hint: "Make it smaller, or allow more with --max-memory.")
    }
    _ = try pixels(traits.maxHalvings)
  }

  /// The picture, with a digest of all that it follows from.
  func image(digest: Digest) -> Image? {
    traits.image(digest: digest) { [self] halvings in
      let size = size(halvings)
      let reservation = reserve(MemoryAccount.current, halvings)
      defer { withExtendedLifetime(reservation) {} }
      do {
        // Without memory the drawing is discarded.
        if MemoryAccount.current == nil || reservation != nil { return try pixels(halvings) }
      } catch {
        found.withLock { $0 = $0 ?? (error as? StageError ?? StageError("\(error)")) }
      }
      return [UInt8](repeating: 0, count: size.width * size.height * 4)
    }
  }

  private func reserve(_ memory: MemoryAccount?, _ halvings: Int) -> MemoryReservation? {
    let size = size(halvings)
    return memory?.reserve(size.width * size.height * Self.bytesPerPixelWhileDecoding, for: "the picture")
  }

  private func pixels(_ halvings: Int) throws -> [UInt8] {
    let (image, size) = (try read(halvings), size(halvings))
    guard (image.width, image.height) == (size.width, size.height) else {
      throw StageError(
        "\(name): it has \(image.width) × \(image.height) pixels, and its file says \(size.width) × \(size.height)")
    }
    return image.pixels
  }

  private func size(_ halvings: Int) -> PictureTraits.PixelSize {
    traits.reduced(halvings: halvings)?.size ?? traits.size ?? PictureTraits.PixelSize(width: 0, height: 0)
  }
}
