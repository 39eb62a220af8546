import Reporting
import Testing

@Suite("JSON writing")
struct JSONValueTests {
  @Test("Members stay in order, on one line or on many")
  func order() {
    let value: JSONValue = ["b": 1, "a": [1, 2.5, true], "c": ["d": .null, "e": []], "f": [["g": "h"]]]
    #expect(value.text == #"{"b":1,"a":[1,2.5,true],"c":{"d":null,"e":[]},"f":[{"g":"h"}]}"#)
    #expect(
      value.prettyText == """
        {
          "b": 1,
          "a": [1, 2.5, true],
          "c": {
            "d": null,
            "e": []
          },
          "f": [
            {
              "g": "h"
            }
          ]
        }

        """)
  }

  @Test("Members without a value are left out")
  func members() {
    #expect(JSONValue.members(["a": nil, "b": 1, "c": .null]).text == #"{"b":1,"c":null}"#)
  }

  @Test("Control characters, quotes and backslashes are escaped")
  func escapes() {
    #expect(JSONValue.string("a\"\\\n\r\t\u{1}\u{2028}é😀/").text == #""a\"\\\n\r\t\u0001\u2028é😀/""#)
  }

  @Test(
    "Numbers are as short as they can be",
    arguments: [
      (0, "0"), (-0.0, "0"), (60, "60"), (0.1, "0.1"), (1e-7, "1e-07"), (1e20, "1e+20"), (-2.5, "-2.5"),
      (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) { #expect(JSONValue.numberText(value) == text) }
}
