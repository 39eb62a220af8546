import Reporting
import StageKit

/// Where stages are placed, and how what moves is blurred.
extension JobSchema {
  static var shutter: JSONValue {
    let angle = number(ShutterReader.angle)
    let range = ShutterReader.samples
    let samples = number(
      NumberSchema(minimum: Double(range.lowerBound), maximum: Double(range.upperBound), isInteger: true))
    let more = object(
      nil, required: ["angle"],
      [
        ("angle", described("How long it is open, 360 for a frame.", angle)),
        (
          "samples",
          described(
            "At most so many instants are drawn for a frame.", samples,
            default: .number(Double(Shutter(degrees: 0).maxSamples)))
        ),
      ])
    return described(
      "Blurs what moves, as a camera whose shutter is open for so many degrees of 360 a frame.",
      ["anyOf": [angle, more]])
  }

  static var place: JSONValue {
    let id = string("^[A-Za-z0-9_-]+$")
    let at: JSONValue = [
      "anyOf": [choice(PlaceReader.anchors.map(\.name)), pair("[x, y] in fractions", .any())]
    ]
    let sides = PlaceReader.sideNames.map { name in
      (name, described("The id of the stage beside which it is placed.", id))
    }
    return object(
      "Moves it so that an anchor of its box, once settled, meets that of another box.", required: [],
      [
        ("at", described("A corner, side or the middle of both boxes, or the share of both.", at)),
        (
          "of", described("Whose box: the canvas's, that of its safe area, or that of a stage.", id, default: "canvas")
        ),
        ("offset", described("From there on.", pair("[x, y] in points", .any(.points)))),
      ] + sides + [
        ("gap", described("The space between both.", number(.any(.points)), default: 0)),
        (
          "align",
          described("Where along that side.", choice(PlaceReader.alignments.map(\.name)), default: "center")
        ),
      ])
  }
}
