import StageKit

/// The device around a screen.
enum DeviceKind: String, CaseIterable, ParameterChoice {
  case phone, tablet, laptop, browser

  /// Width by height of the screen.
  var aspect: Double {
    switch self {
    case .phone: 9 / 19.5
    case .tablet: 3 / 4
    case .laptop, .browser: 16 / 10
    }
  }

  /// The screen unless the job says otherwise: as large as the canvas has room for.
  func screen(on canvas: Rect) -> Rect {
    let height = min(canvas.height * 0.68, canvas.width * 0.78 / aspect)
    return Rect(center: canvas.center, size: Size(height * aspect, height))
  }

  /// Widths around the screen and radii, in points.
  func body(of screen: Rect) -> DeviceBody {
    let side = min(screen.width, screen.height)
    switch self {
    case .phone:
      return DeviceBody(
        screen: screen, radius: side * 0.135, bezel: side * 0.028, rim: side * 0.012, thickness: side * 0.075)
    case .tablet:
      return DeviceBody(
        screen: screen, radius: side * 0.05, bezel: side * 0.045, rim: side * 0.009, thickness: side * 0.03)
    case .laptop:
      return DeviceBody(
        screen: screen, radius: side * 0.025, bezel: side * 0.025, rim: side * 0.006, thickness: side * 0.012)
    case .browser:
      return DeviceBody(screen: screen, radius: side * 0.028, bezel: 0, rim: 0, thickness: 0, bar: side * 0.085)
    }
  }
}

/// The parts of a device, in points.
struct DeviceBody {
  let screen: Rect
  /// The radius of the screen's corners.
  let radius: Double
  /// The dark frame around the screen.
  let bezel: Double
  /// The metal around that.
  let rim: Double
  let thickness: Double
  /// The bar above the screen of a window.
  var bar = 0.0

  /// All of the front.
  var outer: Rect {
    let room = bezel + rim
    return Rect(
      x: screen.x - room, y: screen.y - room - bar, width: screen.width + 2 * room,
      height: screen.height + 2 * room + bar)
  }

  var outerRadius: Double { radius + bezel + rim }

  /// The silhouette of the front.
  var outline: Path { .roundedRect(outer, radius: outerRadius) }

  var frame: Path { .roundedRect(screen.inset(by: -bezel), radius: radius + bezel) }

  /// The outline of the content.
  var glass: Path {
    let square = bar > 0 ? 0 : radius
    return .roundedRect(
      screen, radii: CornerRadii(topLeft: square, topRight: square, bottomRight: radius, bottomLeft: radius))
  }
}
