import Files
import Foundation
import StageKit

/// Digests of files' contents.
///
/// A file that cannot be read, such as one that was replaced since it was loaded, equals nothing.
enum FileDigest {
  /// The digest of all bytes of a file. Hashes about a gigabyte a second.
  static func whole(_ path: String) -> Digest {
    Digest { hasher in
      // In pieces, which costs far less than large files at once.
      guard let file = try? RegularFile(path).handle else { return hasher.combine(UUID().uuidString) }
      do {
        while let chunk = try file.read(upToCount: 1 << 16), !chunk.isEmpty { hasher.combine(bytes: [UInt8](chunk)) }
      } catch {
        hasher.combine(UUID().uuidString)
      }
    }
  }

  /// The digest of a library: of its head if that holds the linker's digest of the whole (the GNU build ID), else of
  /// all bytes.
  static func library(_ path: String) -> Digest {
    guard let head = Head(path), head.hasBuildID else { return whole(path) }
    return head.digest
  }

  /// The digest of a font: of its size and its head, which holds the checksums of all its tables. Nil if the file is no
  /// font.
  static func font(_ path: String) -> Digest? {
    guard let head = Head(path), head.isFont else { return nil }
    return head.digest
  }

  /// A file's size and its first 4 KiB.
  private struct Head {
    let size: Int
    let bytes: [UInt8]

    init?(_ path: String) {
      guard let file = try? RegularFile(path), let data = try? file.handle.read(upToCount: 4096) else { return nil }
      size = file.size
      bytes = [UInt8](data)
    }

    var digest: Digest {
      Digest { hasher in
        hasher.combine(size)
        hasher.combine(bytes: bytes)
      }
    }

    /// True if there is an ELF note of type 3 with the name GNU.
    var hasBuildID: Bool { bytes.firstRange(of: [3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]) != nil }

    var isFont: Bool { Self.fontMarks.contains { bytes.starts(with: $0) } }

    /// The first bytes of the files that fontconfig takes: TrueType, OpenType, collections, WOFF, Type 1, and bitmap
    /// fonts.
    private static let fontMarks: [[UInt8]] =
      [[0, 1, 0, 0], [0x80, 1], [0x1F, 0x8B]]
      + ["OTTO", "true", "typ1", "ttcf", "wOFF", "wOF2", "%!", "\u{1}fcp", "STARTFONT"].map { Array($0.utf8) }
  }
}
