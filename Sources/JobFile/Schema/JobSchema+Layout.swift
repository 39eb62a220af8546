import Reporting
import StageKit

/// Where stages are placed.
extension JobSchema {
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
