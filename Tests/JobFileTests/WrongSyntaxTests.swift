extension WrongJob {
  /// Jobs that are not JSON5.
  static let syntax: [WrongJob] = [
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}
        "stages": [ { "id": "a", "stage": dot } ] }
      """#,
      [
        "2:3: expected ',' or '}', found a string",
        "2:37: unknown word 'dot'. Text needs quotes.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64 64], "duration" 1},
        "stages": [ { "id": "a, "stage": "dot" } ] }
      """#,
      [
        "1:26: expected ',' or ']', found a number",
        "1:42: expected ':' after the key 'duration', found a number",
        "2:28: expected ',' after the string, found 'stage'. A quote may be missing.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64,,], "duration": 1},
        "stages": [ @, { "id": "a", "stage": "dot", "z": NaN } ] }
      """#,
      [
        "1:30: expected a value or ']', found ','",
        "2:15: expected a value or ']', found '@'",
        "2:52: 'NaN' is not a number that a job can hold",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1e999},
        "stages": [ { "id": "a", "id": "b", "stage": "dot" } ] }
      """#,
      [
        "1:44: 1e999 is too large for a number",
        "2:28: the key 'id' is given twice. It was given at 2:17 before.",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 01},
        "stages": [ { "id": "a", "stage": "dot" } }
      """#,
      [
        "1:44: '01' is not a number",
        "2:45: expected ']' for the '[' at 2:13, found '}'",
      ]),
    WrongJob(
      #"""
      { "name": "a\q", "canvas": {"size": [64, 64], "duration": 1},
        "stages": [ { "id": "a", "stage": "dot" }
      """#,
      [
        #"1:13: a backslash before this character means nothing; '\\' is a backslash"#,
        "2:13: this '[' is never closed. The file ends without its ']'.",
      ]),
    WrongJob(
      #"""
      { "name": "\ud800", "canvas": {"size": [64, 64], "duration": Infinity},
        "stages": [ { "id": "a", "stage": "dot" } ] } more
      """#,
      [
        "1:12: half of a surrogate pair",
        "1:62: 'Infinity' is not a number that a job can hold",
        "2:49: expected the end of the file, found 'more'",
      ]),
    WrongJob(
      #"""
      { "canvas": {"size": [64, 64], "duration": 1}, 5: 1,
        "stages": [ { "id": "a", "stage": "dot", "parameters": { "label": 1.2.3 } } ] /* open
      """#,
      [
        "1:48: expected a key or '}', found a number",
        "2:69: '1.2.3' is not a number",
        "2:81: this comment is never closed. The file ends without its '*/'.",
      ]),
    WrongJob(
      #"""
      [ 1,
      """#,
      [
        "1:1: this '[' is never closed. The file ends without its ']'."
      ]),
    WrongJob(
      #"""
       // nothing
      """#,
      [
        "1:1: the file is empty"
      ]),
  ]
}
