import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

/// A host of a recording of 1 km to the east in 100 s, an hour after 1970 began, and of pictures with origins.
private struct PhotoContext: StageContext {
  static let degree = Coordinate.meanEarthRadius * .pi / 180

  var origins: [String: PictureOrigin] = [:]
  /// The places of each part of the recording; between two it was paused.
  var parts = [0..<11]
  var hasDates = true
  var progress: @Sendable (Double) -> Double? = { _ in nil }

  private let fake = FakeContext()
  var composition: Composition { fake.composition }

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("there are no files here") }
  func image(_ file: FileReference) throws -> Image { try fake.image(file) }
  func layout(_ request: TextRequest) throws -> TextLayout { try fake.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) { fake.warn(message) }
  var warnings: [String] { fake.warnings }
  func pictureOrigin(_ file: FileReference) throws -> PictureOrigin { origins[file.path] ?? PictureOrigin() }
  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    try Inputs(progress(seconds).map { ["progress": .number($0)] } ?? [:])[input]
  }
  func tracks(_ file: FileReference) throws -> [RouteTrack] {
    let places = (0...10).map {
      RouteTrack.Place(Coordinate(longitude: Double($0) * 100 / Self.degree, latitude: 0), time: 3600 + Double($0) * 10)
    }
    var track = RouteTrack(parts: parts.map { Array(places[$0]) })
    track.hasDates = hasDates
    return [track]
  }
}

@Suite("Photographs along a route")
struct RoutePhotosTests {
  private func photo(_ name: String, at coordinate: Coordinate? = nil) -> ParameterValue {
    let place = coordinate.map { [("coordinate", ParameterValue.coordinate($0))] } ?? []
    return .object(ParameterValues([("file", .file(FileReference(literal: name, path: name)))] + place))
  }

  private func stage(
    _ photos: [ParameterValue], _ context: PhotoContext, _ entries: (String, ParameterValue)...
  ) throws -> RoutePhotos {
    let route = ParameterValue.route(.file(FileReference(literal: "a.gpx", path: "a.gpx"), track: nil))
    return try RoutePhotos(ParameterValues([("route", route), ("photos", .list(photos))] + entries), context)
  }

  private func comes(_ stage: RoutePhotos) -> [Double] {
    stage.cues(until: 99).filter { $0.name == "photo" }.map { ($0.seconds * 1000).rounded() / 1000 }
  }

  @Test("Photographs that do not come in time, and those from far away, are warnings")
  func unseen() throws {
    let near = Coordinate(longitude: 500 / PhotoContext.degree, latitude: 0)
    let crowd = PhotoContext { seconds in min(seconds / 0.5, 1) }
    _ = try stage((0..<9).map { photo("\($0).jpg", at: near) }, crowd, ("hold", .number(3)))
    #expect(crowd.warnings.count == 1)
    #expect(crowd.warnings[0].contains("do not come before the film's end: one is large at a time."))
    let short = PhotoContext { seconds in min(seconds, 0.2) }
    _ = try stage([photo("a.jpg", at: near)], short)
    #expect(
      short.warnings == [
        "1 of 1 photographs does not come before the film's end. Let the way come to the places of all."
      ])
    let far = PhotoContext { seconds in min(seconds / 0.1, 1) }
    _ = try stage([photo("a.jpg", at: Coordinate(longitude: 0, latitude: 1))], far, ("hold", .number(0.1)))
    #expect(far.warnings == ["1 of 1 photographs was taken far from the way, the farthest 111 km from it: 'a.jpg'"])
  }

  @Test("Each comes where the way was at the time of the picture, with its zone or the camera's")
  func times() throws {
    var context = PhotoContext { seconds in min(seconds / 5, 1) }
    // After 20 s of 100, by a clock in UTC and by one that was two hours ahead.
    context.origins = ["a": PictureOrigin(time: 3620, hasZone: true), "b": PictureOrigin(time: 3680 + 7200)]
    let stage = try stage([photo("b"), photo("a")], context, ("utcOffset", .number(2)))
    #expect(comes(stage) == [1, 4])
  }

  @Test("The error of photographs that cannot be placed names all of them")
  func severalWithoutPlaces() throws {
    let context = PhotoContext(origins: ["b": PictureOrigin(time: 3620)])
    let error = #expect(throws: StageError.self) { try stage(["a", "b", "c", "d"].map { photo($0) }, context) }
    #expect(error?.message == "'a' does not say where or when it was taken; nor can 'c', 'd' be placed")
  }

  @Test("Also on a way that goes back, and in a pause of the recorder")
  func elsewhere() throws {
    var context = PhotoContext { seconds in min(seconds / 5, 1) }
    context.origins = ["a": PictureOrigin(time: 3620, hasZone: true), "b": PictureOrigin(time: 3655, hasZone: true)]
    #expect(comes(try stage([photo("a")], context, ("reverse", .boolean(true)))) == [4])
    // 100 m of 1 km were not recorded.
    context.parts = [0..<6, 6..<11]
    #expect(comes(try stage([photo("b")], context)) == [2.778])
  }

  @Test("While the input has no value nothing is passed")
  func lateInput() throws {
    let place = Coordinate(longitude: 300 / PhotoContext.degree, latitude: 0)
    let context = PhotoContext { seconds in seconds < 1 ? nil : min(seconds / 5, 1) }
    #expect(comes(try stage([photo("a", at: place)], context)) == [1.5])
  }

  @Test("Without a time, where the way passes nearest to its place; what the job says comes before what the file says")
  func places() throws {
    let (near, far) = (300 / PhotoContext.degree, 900 / PhotoContext.degree)
    var context = PhotoContext { seconds in min(seconds / 5, 1) }
    context.origins = [
      "a": PictureOrigin(coordinate: Coordinate(longitude: near, latitude: 0.001), time: 9999, hasZone: true)
    ]
    #expect(comes(try stage([photo("a")], context)) == [1.5])
    #expect(comes(try stage([photo("a", at: Coordinate(longitude: far, latitude: 0))], context)) == [4.5])
  }

  @Test("One is large at a time: the next one waits until the one before is back")
  func inTurn() throws {
    let place = Coordinate(longitude: 300 / PhotoContext.degree, latitude: 0)
    let context = PhotoContext { seconds in min(seconds / 5, 1) }
    #expect(comes(try stage([photo("a", at: place), photo("b", at: place)], context)) == [1.5, 4.1])
    #expect(comes(try stage([photo("a", at: place), photo("b", at: place)], PhotoContext())) == [0, 2.6])
  }

  @Test(
    "It grows to the middle of the canvas and goes back to its place",
    arguments: [(1.4, 0.0), (2.1, 1), (3.4, 1), (4.2, 0)])
  func growth(seconds: Double, growth: Double) throws {
    let place = Coordinate(longitude: 300 / PhotoContext.degree, latitude: 0)
    let stage = try stage([photo("a", at: place)], PhotoContext { seconds in min(seconds / 5, 1) })
    let frame = try stage.frame(at: StageTime(seconds: seconds), Inputs())
    #expect(abs(try #require(frame[RoutePhotos.Parameters.named.shown]) - growth) < 1e-9)
    // Before it comes there is nothing; then a card of 52 points, and of 0.78 of 540 points, with its edge.
    guard seconds >= 1.5 else {
      #expect(frame.drawing.isEmpty)
      return
    }
    let width = try #require(frame.drawing.bounds).width
    #expect(growth == 1 ? width > 0.78 * 540 : width > 52 && width < 100)
  }

  @Test("A picture that says neither place nor time, or one at which nothing was recorded, is an error at its file")
  func unknown() throws {
    var context = PhotoContext()
    context.origins = ["late": PictureOrigin(time: 99_999, hasZone: true)]
    for name in ["none", "late"] {
      #expect { try stage([photo(name)], context) } throws: { ($0 as? StageError)?.parameter == "file" }
    }
    context.hasDates = false
    #expect { try stage([photo("late")], context) } throws: {
      ($0 as? StageError)?.message.hasSuffix("the route has no times of day") == true
    }
  }
}
