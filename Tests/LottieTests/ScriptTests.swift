import Testing

@testable import LottieFiles

@Suite("Lottie scripts")
struct ScriptTests {
  private func run(_ script: String, _ names: [String: ScriptValue] = [:], steps: Int = 100_000) throws -> String {
    let machine = ScriptMachine(ScriptBudget(steps)) { name in
      name == "Math" ? .object(ScriptLibrary.math()) : names[name] ?? ExpressionFunctions.function(name)
    }
    return try machine.run(try ScriptParser.read(script)).text
  }

  @Test(
    "Values are computed as JavaScript does",
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 % 4 - 2 ** 3", "-5"), ("'a' + 1", "a1"), ("1 < 2 && 3", "3"),
      ("0 || 'x'", "x"), ("null == undefined", "true"), ("null === undefined", "false"),
      ("typeof nothing", "undefined"),
      ("[1, 2, 3].length", "3"), ("5 & 6 | 8", "12"), ("-7 >> 1", "-4"), ("~5", "-6"), ("true ? 1 : 2", "1"),
      ("'abc'.substr(1, 1)", "b"), ("'a,b'.split(',')[1]", "b"), ("Math.max(1, 5, 3)", "5"),
      ("(2.5).toFixed(2)", "2.50"),
      ("[3, 4][1]", "4"), ("({ a: { b: 2 } }).a.b", "2"), ("0x1F", "31"), ("1e3", "1000"),
      ("[1, 2].map(x => x * 2)", "2,4"),
      ("var a = 1; a++ + a", "3"), ("var a = 1; a += 4; a", "5"), ("parseInt('12') + 1", "13"),
    ])
  func values(script: String, result: String) throws {
    #expect(try run(script) == result)
  }

  @Test(
    "Statements run as in JavaScript",
    arguments: [
      ("var s = 0; for (var i = 0; i < 5; i++) { if (i == 3) continue; s += i; } s", "7"),
      ("var s = 0; while (true) { s++; if (s > 4) break; } s", "5"),
      ("function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } f(10)", "55"),
      ("var r; try { undefined.x; } catch (e) { r = 'caught'; } r", "caught"),
      ("var r = 0; try { throw 5; } catch (e) { r = e; } finally { r += 1; } r", "6"),
      (
        "function f(d) { switch (d) { case 1: return 'a'; case 2: return 'b'; default: return 'c'; } } f(2) + f(9)",
        "bc"
      ),
      ("var o = { x: 1, y: 2 }; var n = ''; for (var k in o) n += k; n", "xy"),
      ("function make() { var n = 0; return function () { n++; return n; }; } var f = make(); f(); f()", "2"),
      ("f(); function f() { x = 3; } x", "3"), ("eval('1 + 1')", "2"),
      ("function f() { return arguments.length + arguments[1]; } f(3, 4)", "6"),
      (
        "function f() { var n = arguments.length; function g() { return arguments[0]; } return g(7) + n; } f(1, 2)",
        "9"
      ),
      ("function f() { return typeof arguments; } f()", "object"),
      ("function f(a, a) { return a; } f(1, 2)", "2"), ("function f(a) { var a; return a; } f(3)", "3"),
      ("function f() { arguments = 7; return arguments; } f(1)", "7"),
      ("var e = 1; try { throw 2; } catch (e) { e = 3; } e", "1"), ("var a = 5; a >>>= 1; a **= 3; a", "8"),
      ("var $bm_rt; $bm_rt = 4; 5", "4"), ("sum([1, 2], [3, 4])", "4,6"), ("mul([1, 2], 3)", "3,6"),
      ("linear(5, 0, 10, 100, 200)", "150"), ("clamp(12, 0, 10)", "10"), ("length([0, 0], [3, 4])", "5"),
    ])
  func statements(script: String, result: String) throws {
    #expect(try run(script) == result)
  }

  @Test(
    "Faults are told, and endless scripts end", arguments: ["a +", "1 = 2", "{", "'x", "@", "nothing", "1()", "null.x"])
  func faults(script: String) {
    #expect(throws: (any Error).self, performing: { try run(script) })
  }

  @Test("Endless loops, calls and lists end")
  func limits() {
    let scripts = [
      "while (true) {}", "function f() { return f(); } f()", "var a = []; while (true) a.push(1)",
      "try { while (true) {} } catch (e) {}", "var a = []; a[1e9] = 1",
      "var s = 'x'; for (var i = 0; i < 100; i++) s = s + s;", "var a = [1]; while (true) a = a.concat(a);",
      "var s = 'xx'; while (true) s = s.replace('x', s);",
    ]
    for script in scripts { #expect(throws: (any Error).self, performing: { try run(script) }) }
    #expect(
      throws: (any Error).self,
      performing: { try run(String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)) })
  }
}
