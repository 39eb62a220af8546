/// Geographic features as RFC 7946 has them.
///
/// ```swift
/// let map = try GeoJSON.parse(try context.bytes(of: file))
/// let named = map.features.filter { $0["name"]?.string != nil }
/// ```
public enum GeoJSON {
  /// All features of a file, in its order.
  public struct FeatureCollection: Hashable, Sendable {
    public var features: [Feature]
    public var boundingBox: BoundingBox?
    /// The top-level member "attribution": whom a picture of the features has to name.
    public var attribution: String?

    /// A collection in the order of `features`.
    public init(features: [Feature], boundingBox: BoundingBox? = nil, attribution: String? = nil) {
      self.features = features
      self.boundingBox = boundingBox
      self.attribution = attribution
    }
  }

  /// A geometry with its properties.
  public struct Feature: Hashable, Sendable {
    /// Nil for a feature without a location.
    public var geometry: Geometry?
    /// In the order of the text.
    public var properties: [Property]
    /// A string or a number; nil where there is none.
    public var id: Value?

    /// A feature; its properties in the order of the file.
    public init(geometry: Geometry?, properties: [Property] = [], id: Value? = nil) {
      self.geometry = geometry
      self.properties = properties
      self.id = id
    }

    /// The value of the last property with a name. Takes time linear in the properties.
    public subscript(name: String) -> Value? { properties.last { $0.name == name }?.value }
  }

  /// A member of a feature's properties, whose order is the file's.
  public struct Property: Hashable, Sendable {
    public var name: String
    public var value: Value

    /// A property by its name.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A property's value as JSON has it.
  public enum Value: Hashable, Sendable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    /// An array or an object, as its JSON text.
    case nested(String)

    /// The text of a string, nil for anything else.
    public var string: String? {
      if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number, nil for anything else.
    public var number: Double? {
      if case .number(let value) = self { value } else { nil }
    }
  }

  /// Lines have two positions or more. A polygon's first ring is its outline and the others are holes; rings have
  /// four positions or more, the last equal to the first, and may wind either way.
  public indirect enum Geometry: Hashable, Sendable {
    case point(Coordinate)
    case multiPoint([Coordinate])
    case lineString([Coordinate])
    case multiLineString([[Coordinate]])
    case polygon([[Coordinate]])
    case multiPolygon([[[Coordinate]]])
    case collection([Geometry])
  }

  /// In degrees; the west lies east of the east in a box across the antimeridian.
  public struct BoundingBox: Hashable, Sendable {
    public var southWest: Coordinate
    public var northEast: Coordinate

    /// A box with two corners; the western longitude is above the eastern one across the antimeridian.
    public init(southWest: Coordinate, northEast: Coordinate) {
      self.southWest = southWest
      self.northEast = northEast
    }
  }

  /// Reads a GeoJSON text: a feature collection, or a lone feature or geometry as a collection of one.
  ///
  /// Members that are not asked for are checked for their grammar and passed over; altitudes are dropped. Latitudes
  /// end at 90. Longitudes end at 360 rather than 180 and are kept as they are, since lines across the antimeridian
  /// are often written so. Empty coordinates make no geometry, as section 3.1 allows. A feature must have a geometry,
  /// which may be null; it may lack properties. Takes time linear in the text when "type" comes before what it describes.
  ///
  /// - Parameter bytes: UTF-8, with or without a byte order mark.
  public static func parse(_ bytes: [UInt8]) throws(GeoJSONError) -> FeatureCollection {
    var reader = GeoJSONReader(bytes)
    do {
      return try reader.document()
    } catch {
      throw GeoJSONError(error, in: bytes)
    }
  }
}
