import StageKit
import StageTesting
import Testing

@testable import Chart

@Suite("The data of a chart")
struct DataTests {
  @Test(
    "More or fewer labels than values are a warning", arguments: [(#""a""#, 1), (#""a", "b", "c", "d""#, 4), ("", 0)])
  func labelCount(labels: String, count: Int) throws {
    let context = FakeContext(size: Size(800, 600))
    _ = try make(Chart.self, "{ \"values\": [1, 2, 3], \"labels\": [\(labels)] }", context)
    let expected = "a chart has \(count) \(count == 1 ? "label" : "labels"), but 3 values"
    #expect(context.warnings == (count == 0 ? [] : [expected]))
  }

  private func read(_ text: String, _ name: String = "data.csv") throws -> DataTable {
    try DataTable.read(FileReference(literal: name, path: name), FakeContext(files: [name: text]))
  }

  private func values(_ table: DataTable, columns: [String] = []) throws -> TableColumns {
    let names = columns.map { ParameterValue.text($0) }
    let file = FileReference(literal: "data.csv", path: "data.csv")
    let parameters = try DataParameters(.fields(("data", .file(file)), ("columns", .list(names))))
    return try TableColumns(parameters, table, file: file, needsPlaces: false)
  }

  @Test("The first column has labels, the others are series, and empty cells are missing")
  func table() throws {
    let columns = try values(read("\u{FEFF}Month,Sales,Costs\r\nJan,3,\r\n\r\n\"Feb, late\",-4.5,1e3\n"))
    #expect(columns.labels == ["Jan", "Feb, late"])
    #expect(columns.series.map(\.name) == ["Sales", "Costs"])
    #expect(columns.series.map(\.values) == [[3, -4.5], [nil, 1000]])
  }

  @Test("Semicolons and tabs separate cells, too")
  func separators() throws {
    #expect(try values(read("a;b\nx;1\n")).series.map(\.values) == [[1]])
    #expect(try values(read("a\tb\nx\t1\n", "data.tsv")).series.map(\.values) == [[1]])
    #expect(try values(read("a\tb\nx\t1\n", "data.txt")).series.map(\.values) == [[1]])
    #expect(try values(read("sep=;\r\na;b\r\nx;1\r\n")).series.map(\.values) == [[1]])
  }

  @Test("Rows and columns without content are left out, and a column of values without a name is said")
  func blanks() throws {
    let columns = try values(read("month,online,\r\nJan,12,\r\n,,\r\nFeb,3,\r\n,,\r\n"))
    #expect(columns.labels == ["Jan", "Feb"] && columns.series.map(\.values) == [[12, 3]] && columns.remarks.isEmpty)
    #expect(
      try values(read("month,online,\nJan,12,7\n")).remarks == ["data.csv:1:14: a column with values has no name"])
    #expect(try values(read(",online\nJan,12\n")).remarks.isEmpty)
  }

  @Test("Numbers have decimal commas where the job says so")
  func decimalCommas() throws {
    func values(_ text: String, _ commas: ParameterValue?) throws -> TableColumns {
      let file = FileReference(literal: "data.csv", path: "data.csv")
      let parameters = try DataParameters(
        commas.map { .fields(("data", .file(file)), ("decimalComma", $0)) } ?? .fields(("data", .file(file))))
      return try TableColumns(parameters, read(text), file: file, needsPlaces: false)
    }
    let table = "month;online;share\nJan;1.200,5;0.5\nFeb;3,5;0.25\n"
    #expect(try values(table, .list([.text("online")])).series.map(\.values) == [[1200.5, 3.5], [0.5, 0.25]])
    let thousands = "month;online\nJan;1.200\nFeb;3.500\n"
    #expect(try values(thousands, .boolean(true)).series.map(\.values) == [[1200, 3500]])
    #expect(try values(thousands, .list([])).remarks.isEmpty)
    #expect(try values(thousands.replacing(";", with: ","), nil).remarks.isEmpty)
    let plain = try values(thousands, nil)
    #expect(plain.series.map(\.values) == [[1.2, 3.5]])
    #expect(
      plain.remarks == [
        "data.csv:2:5: the numbers of 'online', such as 1.200, are read as decimals. If their periods separate thousands, "
          + "add \"decimalComma\": true; if not, \"decimalComma\": []."
      ])
    let error = #expect(throws: StageError.self) { _ = try values(table, nil) }
    #expect(error?.hint == "Write 1200.5. For decimal commas, add \"decimalComma\": true.")
    let unknown = #expect(throws: StageError.self) { _ = try values(table, .list([.text("onlin")])) }
    #expect(unknown?.parameter == "decimalComma[0]")
    let wrong = #expect(throws: StageError.self) { _ = try values(table, .boolean(true)) }
    #expect(wrong?.message == "data.csv:2:13: '0.5' is not a number with a decimal comma")
  }

  @Test("A file that is not UTF-8 is an error with a hint")
  func encoding() throws {
    let file = FileReference(literal: "data.csv", path: "data.csv")
    let bytes = Array("m,v\nM".utf8) + [0xE4] + Array("rz,1\n".utf8)
    let error = #expect(throws: StageError.self) { _ = try DataTable.read(bytes, file) }
    #expect(error?.message == "data.csv:2:2: found bytes that are not UTF-8")
    #expect(error?.hint == "Save the file as UTF-8, for example with `iconv -f WINDOWS-1252 -t UTF-8`.")
  }

  @Test("JSON is a list of objects; null and absent members are missing")
  func json() throws {
    let text = #"[{ "month": "Jan", "sales": 3 }, { "month": "Feb", "sales": null, "costs": 2.5 }, {}]"#
    let columns = try values(read(text, "data.json"))
    #expect(columns.labels == ["Jan", "Feb", ""])
    #expect(columns.series.map(\.values) == [[3, nil, nil], [nil, 2.5, nil]])
  }

  @Test("A job chooses columns in its order")
  func columns() throws {
    let table = try read("a,b,c\n1,2,3\n")
    let columns = try values(table, columns: ["c", "a"])
    #expect(columns.series.map(\.name) == ["c", "a"])
    #expect(columns.labels == ["2"])
    #expect(throws: StageError("data.csv has no column 'd'", parameter: "columns[0]", hint: "It has a, b, c.")) {
      try values(table, columns: ["d"])
    }
  }

  @Test(
    "A fault is an error with its line and column",
    arguments: [
      ("m,v\nJan,NaN\n", "data.csv:2:5: 'NaN' is not a number"),
      ("m,v\nÜber,1 000\n", "data.csv:2:6: '1 000' is not a number"),
      ("m,v\nJan\n", "data.csv:2:1: the row has 1 cells; the table has 2 columns"),
      ("m,m\n", "data.csv:1:3: the column 'm' is there twice"), ("", "data.csv:1:1: the table is empty"),
      ("m,v\n\"Jan,1\n", "data.csv:2:1: this quote is never closed"),
      ("m,v\n\"Jan\"x,1\n", "data.csv:2:6: text follows a closing quote"),
    ])
  func faults(text: String, message: String) throws {
    let error = #expect(throws: StageError.self) { _ = try values(read(text)) }
    #expect(error?.message == message)
  }

  @Test(
    "A fault in JSON is one, too",
    arguments: [
      (#"{ "a": 1 }"#, "data.json:1:1: found '{', expected a list of objects"),
      ("[{ \"a\": 1 },\n { \"a\": true }]", "data.json:2:9: found 't', expected a number, a text or null"),
      (#"[{ "a": 1, "a": 2 }]"#, #"data.json:1:12: the member "a" comes twice"#),
      (#"[{ "a": 1e999 }]"#, "data.json:1:9: the number is too large"),
      (#"[{ "a": 1 }"#, "data.json:1:12: found the end of the text, expected ',' or ']'"),
    ])
  func jsonFaults(text: String, message: String) throws {
    let error = #expect(throws: StageError.self) { _ = try read(text, "data.json") }
    #expect(error?.message == message)
  }

  @Test("Values move from list to list, and those that one lacks come and go")
  func tween() {
    let (a, b) = (ValueList([1, nil, 4]), ValueList([3, 5, nil, 2]))
    let middle = a.interpolated(to: b, at: 0.5)
    #expect(middle.entries.map(\.value) == [2, 5, 4, 2])
    #expect(middle.entries.map(\.presence) == [1, 0.5, 0.5, 0.5])
    #expect(a.interpolated(to: b, at: 0) == a && a.interpolated(to: b, at: 1) == b)
  }

  @Test("Where a larger value passes another, the texts of the smaller one are faint")
  func clarity() {
    let list = ValueList([1, 3]).interpolated(to: ValueList([4, 3]), at: 0.5)
    #expect(list.entries.map(\.rank) == [0.5, 0.5])
    #expect(list.clarity(0, distance: 0.5) == 0 && list.clarity(1, distance: 0.5) == 1)
    #expect(ValueList([1, 3]).clarity(0, distance: 1) == 1)
  }

  @Test("The largest value has the first place, missing ones the last, and equal ones keep their order")
  func ranks() {
    #expect(ValueList([1, nil, 4, 4]).entries.map(\.rank) == [2, 3, 0, 1])
  }

  @Test(
    "What cannot be shown is an error at its place",
    arguments: [
      (#"{}"#, "a chart needs data. Give it 'values', 'series' or 'data'."),
      (#"{ "values": ["none"] }"#, "values: there are no values"),
      (#"{ "values": [1e200] }"#, "values: 1e+200 is beyond ±1e100"),
      (
        #"{ "values": [1], "series": [{ "values": [1] }] }"#,
        "series: 'values', 'series' and 'data' exclude each other. Keep one of them."
      ), (#"{ "kind": "donut", "values": [3, -1] }"#, "values: a donut has no slices below 0, such as -1"),
      (#"{ "kind": "scatter", "values": [3, 1], "x": [1] }"#, "x: there are 1 places, but 2 values"),
      (
        #"{ "kind": "line", "smooth": true, "values": [3, 1], "x": [2, 1] }"#,
        "x: the places of a smooth line ascend"
      ), (#"{ "values": [1], "valueAxis": { "min": 3, "max": 3 } }"#, "valueAxis.max: 'max' is not above 'min'"),
      (
        #"{ "values": [1, 2], "labels": ["May", "June"], "highlight": "Mai" }"#,
        "highlight: there is no label and no series 'Mai'. Did you mean 'May'?"
      ), (#"{ "values": [1], "highlight": 1 }"#, "highlight: there is no category 1; they go from 0 to 0"),
      (
        #"{ "values": [1], "width": 20 }"#,
        "width: the texts leave no room for the chart. Make it larger, or its text smaller."
      ),
      (#"{ "values": [1], "x": [1] }"#, "x: the values of a bar have no places"),
      (
        #"{ "kind": "area", "stacked": true, "series": [{ "values": [1, 2] }, { "values": [1], "x": [1] }], "x": [1, 2] }"#,
        "series: the series of a stack have the same places"
      ),
      (
        #"{ "kind": "scatter", "series": [{ "values": [1], "x": [1] }, { "values": [1, 2], "x": [1, 2] }], "state": 1 }"#,
        "series[0].x: there are 1 places, but 2 values"
      ),
      (#"{ "kind": "line", "values": [1], "stacked": true }"#, "stacked: only 'bar' and 'area' are stacked"),
      (#"{ "values": [1], "format": { "text": "km" } }"#, "format.text: has no '#' for the number"),
    ])
  func errors(parameters: String, message: String) throws {
    let error = #expect(throws: StageError.self) { try make(Chart.self, parameters) }
    #expect(error?.description == message)
  }

  @Test("A text that is no number is refused as the job is read")
  func wrongValue() throws {
    let error = #expect(throws: StageError.self) { try make(Chart.self, #"{ "values": [1, "many"] }"#) }
    #expect(error?.message.contains("values") == true || error?.message.contains("a missing one") == true)
  }
}
