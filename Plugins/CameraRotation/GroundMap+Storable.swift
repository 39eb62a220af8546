import StageKit

/// Maps are stored between runs: making one takes many times as long as reading it.
extension GroundMap: Storable {
  func write(to writer: inout BinaryWriter) {
    writer.write(ground.origin.longitude)
    writer.write(ground.origin.latitude)
    writer.write(background)
    writer.write(foreground)
    writer.write(layers.count)
    for layer in layers { writer.write(layer) }
    writer.write(landLayers)
    writer.write(!bounds.isEmpty)
    writer.write(border != nil)
    if let border { writer.write(border) }
    for side in [extent.minX, extent.minY, extent.width, extent.height] { writer.write(side) }
    writer.write(attribution != nil)
    if let attribution { writer.write(attribution) }
    writer.write(buildings != nil)
    if let buildings { writer.write(buildings) }
    writer.write(names.count)
    for name in names { writer.write(name) }
    writer.write(notes.count)
    for note in notes { writer.write(note) }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    ground = WebMercatorPlane(origin: Coordinate(longitude: try reader.double(), latitude: try reader.double()))
    background = try Color(from: &reader)
    foreground = try Color(from: &reader)
    layers = []
    for _ in 0..<(try reader.count(of: 1)) { layers.append(try Layer(from: &reader)) }
    landLayers = try reader.integer()
    guard 0...layers.count ~= landLayers else { throw BinaryError() }
    if try reader.bool() { bounds = layers.map(\.bounds) }
    border = try reader.bool() ? try Border(from: &reader) : nil
    extent = Rect(
      x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double())
    attribution = try reader.bool() ? try reader.string() : nil
    buildings = try reader.bool() ? try BuildingModels(from: &reader) : nil
    names = []
    for _ in 0..<(try reader.count(of: 8)) { names.append(try MapName(from: &reader)) }
    notes = []
    for _ in 0..<(try reader.count(of: 8)) { notes.append(try reader.string()) }
  }
}

extension GroundMap.Layer: Storable {
  func write(to writer: inout BinaryWriter) {
    switch self {
    case .area(let path, let color):
      writer.write(0)
      writer.write(path)
      writer.write(color)
    case .line(let path, let color, let pen):
      writer.write(1)
      writer.write(path)
      writer.write(color)
      writer.write(pen)
    case .picture(let image, let rect):
      writer.write(2)
      writer.write(image)
      for side in [rect.minX, rect.minY, rect.width, rect.height] { writer.write(side) }
    case .light(let path, let color):
      writer.write(3)
      writer.write(path)
      writer.write(color)
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    switch try reader.integer() {
    case 0: self = .area(try Path(from: &reader), try Color(from: &reader))
    case 1: self = .line(try Path(from: &reader), try Color(from: &reader), try StrokeStyle(from: &reader))
    case 2:
      let image = try Image(from: &reader)
      self = .picture(
        image,
        Rect(x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double()))
    case 3: self = .light(try Path(from: &reader), try Color(from: &reader))
    default: throw BinaryError()
    }
  }
}

extension GroundMap.Border: Storable {
  func write(to writer: inout BinaryWriter) {
    switch self {
    case .disc(let inner, let outer):
      writer.write(false)
      writer.write(inner)
      writer.write(outer)
    case .frame(let rect, let width):
      writer.write(true)
      for side in [rect.minX, rect.minY, rect.width, rect.height, width] { writer.write(side) }
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    if try reader.bool() {
      let rect = Rect(
        x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double())
      self = .frame(rect, width: try reader.double())
    } else {
      self = .disc(inner: try reader.double(), outer: try reader.double())
    }
  }
}
