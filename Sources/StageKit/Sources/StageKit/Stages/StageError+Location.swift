extension ParameterValues {
  /// What `body` returns; a `StageError` from it without a location gets that of a parameter.
  public func locating<Value, Result>(_ parameter: ParameterKey<Value>, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as StageError {
      if error.parameter == nil { error.parameter = location(of: parameter) }
      throw error
    }
  }
}
