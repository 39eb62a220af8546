/// Lays a part of a job over another.
enum SourceMerge {
  /// A job over the one that it extends or includes: objects by their keys, stages and sounds by their ids; other values
  /// take the place of those below. Keys of `own` come from `over` alone.
  static func job(_ over: SourceObject, over base: SourceObject, own: Set<String>) -> SourceObject {
    var result = base
    result.members.removeAll { own.contains($0.key) }
    result.isDamaged = base.isDamaged || over.isDamaged
    for member in over.members {
      switch member.key {
      case "canvas", "variables", "fields", "variants": result.merge(member)
      case "presets": result.merge(member, levels: 2)
      case "stages", "sounds": result.set(member) { listByID(member.value, over: $0) }
      default: result.set(member)
      }
    }
    return result
  }

  /// A theme over a job. Its variables stand before those of the job, which may refer to them, or in the place of those
  /// with their names.
  static func theme(_ theme: SourceObject, over job: SourceObject) -> SourceObject {
    var result = job
    for member in theme.members {
      if member.key == "presets" { result.merge(member, levels: 2) } else { result.merge(member) }
      guard member.key == "variables", case .object(let over) = member.value.kind,
        case .object(let own)? = job["variables"]?.kind, case .object(var merged)? = result["variables"]?.kind
      else { continue }
      let new = over.members.filter { own[$0.key] == nil }
      merged.members = new + merged.members.prefix(own.members.count)
      result.set(
        .init(
          key: member.key, keyPosition: member.keyPosition,
          value: SourceValue(.object(merged), at: member.value.position, offset: Int(member.value.offset))))
    }
    return result
  }

  /// Items with the id of one below are laid over it at its place; the others follow.
  private static func listByID(_ over: SourceValue, over base: SourceValue) -> SourceValue {
    guard case .array(let added) = over.kind, case .array(var items) = base.kind else { return over }
    var places: [String: Int] = [:]
    for (index, item) in items.items.enumerated() { if let id = id(of: item) { places[id] = index } }
    for item in added.items {
      if let id = id(of: item), let place = places[id] {
        items.items[place] = stage(item, over: items.items[place])
      } else {
        items.items.append(item)
      }
    }
    items.isDamaged = items.isDamaged || added.isDamaged
    return SourceValue(.array(items), at: over.position, offset: Int(over.offset))
  }

  /// The keys of a stage over those of another: parameters and inputs one by one, stages that it holds by their ids.
  static func stage(_ over: SourceValue, over base: SourceValue) -> SourceValue {
    guard case .object(let added) = over.kind, case .object(var result) = base.kind else { return over }
    for member in added.members {
      switch member.key {
      case "parameters", "inputs", "variables": result.merge(member)
      case "stages": result.set(member) { listByID(member.value, over: $0) }
      default: result.set(member)
      }
    }
    return SourceValue(.object(result), at: base.position, offset: Int(base.offset))
  }

  private static func id(of value: SourceValue) -> String? {
    guard case .object(let object) = value.kind, case .string(let id)? = object["id"]?.kind else { return nil }
    return id
  }
}

extension SourceObject {
  /// Adds a member, or puts it in the place of the one that has its key, as what `merged` makes of that one's value.
  mutating func set(_ member: Member, merged: ((SourceValue) -> SourceValue)? = nil) {
    guard let index = members.firstIndex(where: { $0.key == member.key }) else {
      members.append(member)
      return
    }
    let value = merged.map { $0(members[index].value) } ?? member.value
    members[index] = Member(key: member.key, keyPosition: member.keyPosition, value: value)
  }

  /// Adds a member; where both its value and the one that has its key are objects, lays it over that one key by key. With more `levels`
  /// the values of these keys are laid over each other in turn, rather than replaced.
  mutating func merge(_ member: Member, levels: Int = 1) {
    set(member) { base in
      guard case .object(let added) = member.value.kind, case .object(var object) = base.kind else {
        return member.value
      }
      for member in added.members {
        if levels > 1 { object.merge(member, levels: levels - 1) } else { object.set(member) }
      }
      object.isDamaged = object.isDamaged || added.isDamaged
      return SourceValue(.object(object), at: member.value.position, offset: Int(member.value.offset))
    }
  }
}
