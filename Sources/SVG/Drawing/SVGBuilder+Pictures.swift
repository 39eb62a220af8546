@_spi(Host) import Coding
import StageKit

/// Pictures that lie in the file itself.
extension SVGBuilder {
  mutating func drawImage(
    _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws -> Rect? {
    guard !["hidden", "collapse"].contains(context.style["visibility"] ?? ""), let picture = picture(of: element)
    else { return nil }
    let own = picture.size
    let (width, height) = (context.viewport.width, context.viewport.height)
    let size = (
      geometry("width", of: element, width, context), geometry("height", of: element, height, context)
    )
    let port = Rect(
      x: geometry("x", of: element, width, context) ?? 0, y: geometry("y", of: element, height, context) ?? 0,
      width: size.0 ?? size.1.map { $0 * own.width / own.height } ?? own.width,
      height: size.1 ?? size.0.map { $0 * own.height / own.width } ?? own.height)
    guard !port.isEmpty else { return nil }
    if !references.isEmpty { referencedShapes += picture.shapes }
    list.append(picture.drawn(in: port, element["preserveAspectRatio"], context.style))
    return port
  }

  /// A picture that is in the file itself.
  struct Embedded {
    enum Content {
      case image(Image)
      case drawing(DisplayList)
    }
    let size: Size
    let content: Content
    let shapes: Int

    /// It in a rectangle, and cut by that.
    func drawn(in port: Rect, _ ratio: String?, _ style: SVGStyle) -> DisplayList {
      let box = Rect(x: 0, y: 0, width: size.width, height: size.height)
      let placed = SVGValues.fitting(box, in: port, ratio)
      return DisplayList { list in
        list.group(clip: Clip(.rect(port))) { list in
          switch content {
          case .image(let image):
            let isHard = ["optimizespeed", "pixelated", "crisp-edges"].contains(style["image-rendering"] ?? "")
            list.image(isHard ? image.withHardEdges : image, in: box, transform: placed)
          case .drawing(let drawing): list.group(transform: placed) { $0.append(drawing) }
          }
        }
      }
    }
  }

  /// The picture of an element; nil, which is named, where there is none that is read.
  mutating func picture(of element: SVGElement) -> Embedded? {
    guard let bytes = element["href"].flatMap(SVGValues.data) else {
      omit("a picture outside of the file is not drawn", at: element)
      return nil
    }
    guard let picture = embedded(bytes, element) else {
      omit("a picture in the file cannot be read", at: element)
      return nil
    }
    for remark in resources.remarks(bytes) { omit("a picture in the file \(remark)", at: element) }
    return picture
  }

  /// Reads one, once for each element; nil where it cannot be read.
  private mutating func embedded(_ bytes: [UInt8], _ element: SVGElement) -> Embedded? {
    if let known = pictures[ObjectIdentifier(element)] { return known }
    var read: Embedded?
    if let image = try? resources.image(bytes) {
      read = Embedded(size: Size(Double(image.width), Double(image.height)), content: .image(image), shapes: 1)
    } else if bytes.first(where: { !ByteScanner.isSpace($0) }) == UInt8(ascii: "<"),
      let picture = try? SVGPicture(bytes, name: "", resources)
    {
      for omission in picture.omissions { omit("in its picture, line \(omission.dropFirst())", at: element) }
      let drawing = picture.image.drawing
      read = Embedded(size: picture.image.size, content: .drawing(drawing), shapes: Self.count(drawing))
    }
    pictures[ObjectIdentifier(element)] = read
    return read
  }

  private static func count(_ list: DisplayList) -> Int {
    list.commands.reduce(0) { count, command in
      if case .group(let group) = command { count + Self.count(group.content) } else { count + 1 }
    }
  }
}

extension Image {
  /// The same with each pixel as many, so that pixels that are drawn large have edges; large pictures as they are.
  fileprivate var withHardEdges: Image {
    let factor = min(2048 / max(width, height), 64)
    guard factor > 1 else { return self }
    let source = pixels
    var result: [UInt8] = []
    result.reserveCapacity(source.count * factor * factor)
    for y in 0..<height {
      var row: [UInt8] = []
      for x in 0..<width {
        let pixel = source[(y * width + x) * 4..<(y * width + x) * 4 + 4]
        for _ in 0..<factor { row += pixel }
      }
      for _ in 0..<factor { result += row }
    }
    return Image(width: width * factor, height: height * factor, premultiplied: result, gamut: gamut) ?? self
  }
}
