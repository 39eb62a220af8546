import Coding
import Geometry

extension Color: Storable {
  public func write(to writer: inout BinaryWriter) {
    for component in [red, green, blue, alpha] { writer.write(component) }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    self.init(try reader.double(), try reader.double(), try reader.double(), try reader.double())
  }
}

extension StrokeStyle: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write([cap.rawValue, join.rawValue, order.rawValue])
    for value in [width, miterLimit, dashOffset] { writer.write(value) }
    writer.write(dashes.count)
    for dash in dashes { writer.write(dash) }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    let choices = try reader.byteArray()
    guard choices.count == 3, let cap = LineCap(rawValue: choices[0]), let join = LineJoin(rawValue: choices[1]),
      let order = Order(rawValue: choices[2])
    else { throw BinaryError() }
    self.init(
      width: try reader.double(), cap: cap, join: join, miterLimit: try reader.double(),
      dashOffset: try reader.double(), order: order)
    for _ in 0..<(try reader.count(of: 8)) { dashes.append(try reader.double()) }
  }
}

extension Image: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(width)
    writer.write(height)
    writer.write(gamut == .sRGB ? 0 : 1)
    writer.write(pixels)
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    let (width, height, gamut) = (try reader.integer(), try reader.integer(), try reader.integer())
    // Sides that no picture has would overflow where they are multiplied.
    guard max(width, height) <= 1 << 24, (0...1).contains(gamut),
      let image = Image(
        width: width, height: height, premultiplied: try reader.byteArray(), gamut: gamut == 0 ? .sRGB : .displayP3)
    else { throw BinaryError() }
    self = image
  }
}
