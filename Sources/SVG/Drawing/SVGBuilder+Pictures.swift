@_spi(Host) import Coding
import StageKit

/// Pictures that lie in the file itself or beside it.
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

  /// A picture that is in the file itself or beside it.
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
            let isEnlarged = port.width > size.width || port.height > size.height
            let shown = isHard ? image.withHardEdges : isEnlarged ? image.smoothed : image
            list.image(shown, in: box, transform: placed)
          case .drawing(let drawing): list.group(transform: placed) { $0.append(drawing) }
          }
        }
      }
    }
  }

  /// The picture of an element, read once for each; nil, which is named, where there is none that is read.
  mutating func picture(of element: SVGElement) -> Embedded? {
    if let known = pictures[ObjectIdentifier(element)] { return known }
    guard let address = element["href"], !address.trimmed.isEmpty else { return nil }
    var picture: Embedded?
    if let bytes = SVGValues.data(address) {
      picture = read(bytes, "a picture in the file", element)
    } else if let path = SVGPicture.path(address) {
      do {
        picture = read(try resources.file(path), "the picture '\(path)'", element)
      } catch {
        let hint = (error as? StageError)?.hint.map { " (\($0))" } ?? ""
        omit("the picture '\(path)' is not drawn: \((error as? StageError)?.message ?? "\(error)")\(hint)", at: element)
      }
    } else {
      omit("a picture outside of the file is not drawn", at: element)
    }
    pictures[ObjectIdentifier(element)] = picture
    return picture
  }

  /// Nil, which is named, for bytes of no known format.
  private mutating func read(_ bytes: [UInt8], _ name: String, _ element: SVGElement) -> Embedded? {
    if let image = try? resources.image(bytes) {
      for remark in resources.remarks(bytes) { omit("\(name) \(remark)", at: element) }
      return Embedded(size: Size(Double(image.width), Double(image.height)), content: .image(image), shapes: 1)
    }
    // Files within files read no further ones, as in browsers.
    var inner = resources
    inner.file = { _ in throw StageError("pictures of pictures are not read") }
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.first(where: { !ByteScanner.isSpace($0) }) == UInt8(ascii: "<"),
      let picture = try? SVGPicture(bytes, name: "", inner)
    {
      for omission in picture.omissions { omit("in its picture, line \(omission.dropFirst())", at: element) }
      let drawing = picture.image.drawing
      return Embedded(size: picture.image.size, content: .drawing(drawing), shapes: Self.count(drawing))
    }
    omit("\(name) cannot be read", at: element)
    return nil
  }

  private static func count(_ list: DisplayList) -> Int {
    list.commands.reduce(0) { count, command in
      if case .group(let group) = command { count + Self.count(group.content) } else { count + 1 }
    }
  }
}
