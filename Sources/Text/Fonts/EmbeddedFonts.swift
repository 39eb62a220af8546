import CFonts
import CText
import StageKit

/// The fonts within the program, which are the same on every machine: Inter, for text that asks for it or for no family.
enum EmbeddedFonts {
  struct Entry {
    let family: String
    let weight: Int
  }

  static let all: [Entry] = {
    var entries: [Entry] = []
    var font = embedded_font(0)
    while font.bytes != nil {
      entries.append(Entry(family: String(cString: font.family), weight: Int(font.weight)))
      font = embedded_font(entries.count)
    }
    return entries
  }()

  /// The font of a family in the weight that CSS would take.
  static func index(family: String, weight: Int) -> Int? {
    let candidates = all.indices.filter { FontFamilies.plain(all[$0].family) == FontFamilies.plain(family) }
    func distance(_ index: Int) -> (Int, Int) {
      FontWeight.distance(from: weight, to: all[index].weight...all[index].weight)
    }
    return candidates.min { distance($0) < distance($1) }
  }

  /// A digest of the bytes; nil if there is no such font.
  static func digest(_ index: Int) -> Digest? {
    let font = embedded_font(index)
    guard let bytes = font.bytes else { return nil }
    return Digest { $0.combine(bytes: [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(font.count)))) }
  }

  /// The bytes, which stay in place.
  static func blob(_ index: Int) -> OpaquePointer? {
    let font = embedded_font(index)
    guard let bytes = font.bytes else { return nil }
    return UnsafeRawPointer(bytes).withMemoryRebound(to: CChar.self, capacity: font.count) {
      hb_blob_create($0, UInt32(font.count), HB_MEMORY_MODE_READONLY, nil, nil)
    }
  }
}
