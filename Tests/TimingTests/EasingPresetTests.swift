import Testing
import Timing

@Suite("Named curves")
struct EasingPresetTests {
  @Test(
    "Penner's curves are those that easings.net publishes",
    arguments: [
      ("sine-in", [0.012311659404862, 0.147359835645908, 0.412214747707527, 0.921540904272155]),
      ("sine-out", [0.156434465040231, 0.522498564715949, 0.809016994374947, 0.996917333733128]),
      ("sine-in-out", [0.024471741852423, 0.273004750130227, 0.654508497187474, 0.993844170297569]),
      ("quad-in", [0.01, 0.1225, 0.36, 0.9025]),
      ("quad-out", [0.19, 0.5775, 0.84, 0.9975]),
      ("quad-in-out", [0.02, 0.245, 0.68, 0.995]),
      ("cubic-in", [0.001, 0.042875, 0.216, 0.857375]),
      ("cubic-out", [0.271, 0.725375, 0.936, 0.999875]),
      ("cubic-in-out", [0.004, 0.1715, 0.744, 0.9995]),
      ("quart-in", [0.0001, 0.01500625, 0.1296, 0.81450625]),
      ("quart-out", [0.3439, 0.82149375, 0.9744, 0.99999375]),
      ("quart-in-out", [0.0008, 0.12005, 0.7952, 0.99995]),
      ("quint-in", [1e-05, 0.0052521875, 0.07776, 0.7737809375]),
      ("quint-out", [0.40951, 0.8839709375, 0.98976, 0.9999996875]),
      ("quint-in-out", [0.00016, 0.084035, 0.83616, 0.999995]),
      ("expo-in", [0.001953125, 0.01104854345604, 0.0625, 0.707106781186548]),
      ("expo-out", [0.5, 0.911611652351682, 0.984375, 0.998618932067995]),
      ("expo-in-out", [0.001953125, 0.0625, 0.875, 0.9990234375]),
      ("circ-in", [0.00501256289338, 0.06325030024024, 0.2, 0.68775010008008]),
      ("circ-out", [0.435889894354067, 0.759934207678533, 0.916515138991168, 0.998749217771909]),
      ("circ-in-out", [0.010102051443364, 0.142928578572858, 0.8, 0.99749371855331]),
      ("back-in", [-0.01431422, -0.0926133075, -0.02902752, 0.7805912025]),
      ("back-out", [0.40882798, 0.9769961425, 1.09935168, 1.0039162525]),
      ("back-in-out", [-0.037518552, -0.01922584825, 0.910074208, 1.01117709275]),
      ("elastic-in", [0.001953125, 0.00552427172802, -0.03125, 0.353553390593274]),
      ("elastic-out", [1.25, 0.955805826175841, 0.984375, 0.999309466033998]),
      ("elastic-in-out", [0.000339156597006, -0.03125, 1.117461577598239, 0.9990234375]),
      ("bounce-in", [0.011875, 0.16734375, 0.09, 0.98109375]),
      ("bounce-out", [0.075625, 0.92640625, 0.7725, 0.98453125]),
      ("bounce-in-out", [0.03, 0.1596875, 0.65125, 0.9940625]),
    ])
  func penner(name: String, values: [Double]) throws {
    let curve = try Easing(parsing: name)
    for (share, value) in zip([0.1, 0.35, 0.6, 0.95], values) {
      #expect(isClose(curve.value(at: share), value, within: 1e-12))
    }
  }

  @Test("Every preset begins at 0, ends at 1, and rests outside", arguments: EasingPreset.all)
  func ends(preset: EasingPreset) {
    let curve = Easing.preset(preset)
    for share in [-1, 0, 1e-300] { #expect(isClose(curve.value(at: share), 0, within: 1e-3)) }
    #expect(curve.value(at: 0) == 0 && curve.value(at: -5) == 0)
    #expect(curve.value(at: 1) == 1 && curve.value(at: 7) == 1)
    #expect(isClose(curve.value(at: 1 - 1e-9), 1, within: 1e-3))
  }

  @Test("Material's emphasized curve is the path of its specification")
  func emphasized() {
    // M 0,0 C 0.05,0 0.133333,0.06 0.166666,0.4 C 0.208333,0.82 0.25,1 1,1
    let parts: [[(Double, Double)]] = [
      [(0.0, 0.0), (0.05, 0), (0.4 / 3, 0.06), (1.0 / 6, 0.4)],
      [(1.0 / 6, 0.4), (0.625 / 3, 0.82), (0.25, 1), (1, 1)],
    ]
    for points in parts {
      for step in 0...50 {
        let s = Double(step) / 50
        let r = 1 - s
        func along(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
          r * r * r * a + 3 * r * r * s * b + 3 * r * s * s * c + s * s * s * d
        }
        let x = along(points[0].0, points[1].0, points[2].0, points[3].0)
        let y = along(points[0].1, points[1].1, points[2].1, points[3].1)
        #expect(isClose(Easing.materialEmphasized.value(at: x), y, within: 1e-6))
      }
    }
  }

  @Test("The smooth curve has neither speed nor acceleration at its ends, and is the same from both")
  func smooth() {
    let h = 1e-4
    for x in stride(from: 0.0, through: 1, by: 0.05) {
      let curve = Easing.smooth
      #expect(isClose(curve.value(at: x) + curve.value(at: 1 - x), 1, within: 1e-12))
    }
    #expect(Easing.smooth.value(at: h) < 11 * h * h * h)
    #expect(Easing.smooth.value(at: -1) == 0 && Easing.smooth.value(at: 2) == 1)
  }

  @Test("Every name is read as its curve, in any letter case, and described by a name that reads back")
  func names() throws {
    #expect(Set(Easing.names).count == Easing.names.count)
    for named in Easing.named {
      #expect(try Easing(parsing: named.name.uppercased()) == named.curve)
      #expect(try Easing(parsing: "\(named.curve)") == named.curve)
    }
    #expect("\(try Easing(parsing: "back-in-out"))" == "back-in-out")
  }

  @Test("A misspelled name is answered with the closest")
  func suggestion() {
    let error = #expect(throws: EasingError.self) { try Easing(parsing: "bounce-outt") }
    #expect(error?.suggestion == "bounce-out")
  }
}
