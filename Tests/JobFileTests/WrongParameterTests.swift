import Testing

@Suite("Wrong parameters")
struct WrongParameterTests {
  @Test("All faults of parameters are reported with their positions", arguments: cases)
  func allFaultsAreReported(_ wrong: WrongJob) {
    let found = messages(parameters: wrong.text)
    #expect(found == wrong.messages)
  }

  static let cases: [WrongJob] = [
    WrongJob(
      #"{"count": 2.5, "solid": "yes"}"#,
      [
        "2:11: stages[0].parameters.count: 2.5 is not a whole number",
        "2:25: stages[0].parameters.solid: expected true or false, found a string",
      ]),
    WrongJob(
      #"{"count": 10, "label": 3}"#,
      [
        "2:11: stages[0].parameters.count: 10 is above 9",
        "2:24: stages[0].parameters.label: expected a string, found a number",
      ]),
    WrongJob(
      #"{"shape": "rund", "color": "rebecapurple"}"#,
      [
        "2:11: stages[0].parameters.shape: unknown value 'rund'. Did you mean 'round'?",
        "2:28: stages[0].parameters.color: unknown color 'rebecapurple'. Did you mean 'rebeccapurple'?",
      ]),
    WrongJob(
      #"{"color": "rgb(1, 2)", "anchor": [1, 2, 3]}"#,
      [
        "2:11: stages[0].parameters.color: expected ',', found ')'",
        "2:34: stages[0].parameters.anchor: expected a point [x, y], found a list of 3",
      ]),
    WrongJob(
      #"{"anchor": {"x": 1}, "place": [52.5, 113.4]}"#,
      [
        "2:12: stages[0].parameters.anchor: expected a point [x, y], found an object",
        "2:31: stages[0].parameters.place: the latitude 113.4 is above 90. Longitude comes before latitude.",
      ]),
    WrongJob(
      #"{"anchor": {"x": 1, "y": -2.5}, "color": "ff5a36"}"#,
      [
        "2:12: stages[0].parameters.anchor: expected a point [x, y], found an object. Did you mean [1, -2.5]?",
        "2:42: stages[0].parameters.color: unknown color 'ff5a36'. Did you mean '#ff5a36'?",
      ]),
    WrongJob(
      #"{"color": "clear"}"#,
      ["2:11: stages[0].parameters.color: unknown color 'clear'. Did you mean 'transparent'?"]),
    WrongJob(
      #"{"color": "0a36"}"#,
      ["2:11: stages[0].parameters.color: expected a color, found '0'. Did you mean '#0a36'?"]),
    WrongJob(
      #"{"place": [1], "outline": "M0 0 L\n5 x"}"#,
      [
        "2:11: stages[0].parameters.place: expected a coordinate [longitude, latitude], found a list of 1",
        "2:38: stages[0].parameters.outline: path data: found 'x', expected a number",
      ]),
    WrongJob(
      #"{"size": {"keyframes": [{"at": 0, "value": 1, "curve": "linear"}, {"at": 1, "value": 2, "curve": "ease-in"}]}}"#,
      [
        "2:98: warning: stages[0].parameters.size.keyframes[1].curve: has no effect: a curve leads from its keyframe "
          + "to the next, and this is the last"
      ]),
    WrongJob(
      #"{"size": {"follow": "meter", "keyframes": [{"at": -2, "value": 1}, {"at": -3, "value": 2}]}}"#,
      [
        "2:21: stages[0].parameters.size.follow: expected \"stage.output\", found 'meter'. It is a stage's id and an output "
          + "of that stage.",
        "2:75: stages[0].parameters.size.keyframes[1].at: -3 is before the keyframe at -2. Keyframes are in order of the "
          + "followed value.",
      ]),
    WrongJob(
      #"{"size": {"follow": "m.bass", "repeat": 2, "autoreverse": true, "keyframes": [{"value": 1}]}, "track": 3}"#,
      [
        "2:41: stages[0].parameters.size.repeat: does not go with 'follow'. These keyframes run as the followed value does.",
        "2:59: stages[0].parameters.size.autoreverse: does not go with 'follow'. These keyframes run as the followed value "
          + "does.",
        "2:79: stages[0].parameters.size.keyframes[0]: 'at' is missing. It is a number: seconds after the stage's start; "
          + "with 'follow' a value of the followed output.",
        "2:104: stages[0].parameters.track: expected the id of one of the job's sounds as a string, found a number",
      ]),
    WrongJob(
      #"{"curve": "ease-inn", "picture": "b.png"}"#,
      [
        "2:11: stages[0].parameters.curve: unknown curve 'ease-inn'. Did you mean 'ease-in'?",
        "2:34: stages[0].parameters.picture: there is no file 'jobs/b.png'. 'b.png' is relative to the "
          + "job's folder.",
      ]),
    WrongJob(
      #"{"curve": "steps(0)", "picture": "a.gif"}"#,
      [
        "2:18: stages[0].parameters.curve: the number of steps must be a whole number from 1 to 1000000",
        "2:34: stages[0].parameters.picture: 'a.gif' does not end in .png or .jpg",
      ]),
    WrongJob(
      #"{"curve": {"spring": {"mass": 1, "bounce": 0}}, "route": [[1, 2]]}"#,
      [
        "2:22: stages[0].parameters.curve.spring: 'mass' and 'bounce' exclude each other. Give mass, stiffness, damping, "
          + "initialVelocity; or duration, bounce, initialVelocity; or response, dampingRatio, initialVelocity.",
        "2:58: stages[0].parameters.route: a route needs at least 2 points, found 1",
      ]),
    WrongJob(
      #"{"curve": {"sping": {}}, "route": {"polyline": "_p~iF~ps|U_ulLnnqC_m qNvxq`@"}}"#,
      [
        "2:12: stages[0].parameters.curve.sping: unknown key 'sping'. Did you mean 'spring'?",
        "2:69: stages[0].parameters.route.polyline: encoded polyline, byte 20: found ' ', expected a "
          + "character from '?' to '~'",
      ]),
    WrongJob(
      #"{"curve": {"spring": {"bounce": 2}}, "route": {"polyline": "_p~iF~ps|U", "precision": 7}}"#,
      [
        "2:22: stages[0].parameters.curve.spring: 'duration' is missing. It is a number of seconds: the time that it seems to take.",
        "2:33: stages[0].parameters.curve.spring.bounce: 2 is above 1",
        "2:87: stages[0].parameters.route.precision: 7 is above 6",
      ]),
    WrongJob(
      #"{"curve": 3, "route": {"file": "way.geojson", "track": -1, "precision": 5}}"#,
      [
        #"2:11: stages[0].parameters.curve: expected a curve as a string or as {"spring": …}, found a number"#,
        "2:56: stages[0].parameters.route.track: -1 is below 0",
        "2:73: stages[0].parameters.route.precision: 'precision' does not go with 'file'",
      ]),
    WrongJob(
      #"{"route": {}, "dashes": [1, -1, "2"]}"#,
      [
        "2:11: stages[0].parameters.route: 'file' or 'polyline' is missing",
        "2:29: stages[0].parameters.dashes[1]: -1 is below 0",
        "2:33: stages[0].parameters.dashes[2]: expected a number of points, found a string. Write 2 "
          + "without quotes.",
      ]),
    WrongJob(
      #"{"size": {"keyframes": [{"at": 1, "value": 0}, {"at": 0.5, "value": -1}]}}"#,
      [
        "2:55: stages[0].parameters.size.keyframes[1].at: 0.5 is before the keyframe at 1. Keyframes "
          + "are in order of time.",
        "2:69: stages[0].parameters.size.keyframes[1].value: -1 is below 0",
      ]),
    WrongJob(
      #"{"size": {"keyframes": []}, "tint": {"keyframes": [{"value": "red"}], "mode": "cubic-pace", "repeat": "ever"}}"#,
      [
        "2:24: stages[0].parameters.size.keyframes: there are no keyframes",
        "2:52: stages[0].parameters.tint.keyframes[0]: 'at' is missing. It is a number: seconds after the stage's start; "
          + "with 'follow' a value of the followed output.",
        "2:79: stages[0].parameters.tint.mode: unknown value 'cubic-pace'. Did you mean 'cubic-paced'?",
        #"2:103: stages[0].parameters.tint.repeat: expected a number or "forever", found a string"#,
      ]),
    WrongJob(
      #"{"offset": {"keyframe": []}, "size": "big"}"#,
      [
        "2:13: stages[0].parameters.offset.keyframe: unknown key 'keyframe'. Did you mean 'keyframes'?",
        "2:38: stages[0].parameters.size: expected a number, found a string",
      ]),
    WrongJob(
      #"{"moves": [{"to": {"distance": 5, "pitch": 81}}, {}]}"#,
      [
        "2:44: stages[0].parameters.moves[0].to.pitch: 81 is above 80",
        "2:50: stages[0].parameters.moves[1]: 'to' is missing. It is an object.",
      ]),
    WrongJob(
      #"{"moves": {}, "stops": [{}]}"#,
      [
        "2:11: stages[0].parameters.moves: expected a list, found an object",
        "2:24: stages[0].parameters.stops: expected at least 2 items, found 1",
      ]),
    WrongJob(
      #"{"map": "city", "look": {"pitch": null}}"#,
      [
        "2:9: stages[0].parameters.map: expected an object with one of the keys 'city' or 'file', found "
          + #"a string. Write { "city": {} }."#,
        "2:35: stages[0].parameters.look.pitch: expected a number of degrees, found null",
      ]),
    WrongJob(
      #"{"map": {}, "look": []}"#,
      [
        "2:9: stages[0].parameters.map: expected one of the keys 'city' or 'file'",
        "2:21: stages[0].parameters.look: expected an object, found a list. Its keys are 'pitch'.",
      ]),
    WrongJob(
      #"{"map": {"city": {}, "file": {}}}"#,
      [
        "2:9: stages[0].parameters.map: 'city' and 'file' exclude each other"
      ]),
    WrongJob(
      #"{"map": {"town": {}}, "stops": [{"lasting": 0}, 3]}"#,
      [
        "2:10: stages[0].parameters.map.town: unknown key 'town'. Possible values: 'city', 'file'.",
        "2:45: stages[0].parameters.stops[0].lasting: 0 is not above 0",
        "2:49: stages[0].parameters.stops[1]: expected an object, found a number. Its keys are 'lasting'.",
      ]),
    WrongJob(
      #"{"map": {"file": {"name": "nope.txt"}}, "outline": 3}"#,
      [
        "2:27: stages[0].parameters.map.file.name: there is no file 'jobs/nope.txt'. 'nope.txt' is "
          + "relative to the job's folder.",
        "2:52: stages[0].parameters.outline: expected SVG path data as a string, found a number",
      ]),
  ]
}
