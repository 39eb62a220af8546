@_exported import Coding
@_exported import Geography
@_exported import Geometry
@_exported import Graphics
@_exported import TimedText
@_exported import Timing
