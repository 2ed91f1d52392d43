/// The relations that say which houses belong to a street (OpenStreetMap wiki, "Relation:associatedStreet").
struct StreetGroups {
    static let types = ["associatedStreet", "street"]
    private static let (houseRoles, streetRole): (Set, String) = (["house", "address"], "street")

    /// The name of each relation: its own, else that of its first street with one.
    private var names: [StreetNames.Name?] = []
    private var groupOfMember: [ExtractFile.Group.Member: Int] = [:]
    private var groupsOfStreet: [Int64: [Int]] = [:]
    /// The addresses that have no street of their own, with the relation that they are in.
    private var addresses: [(address: Int, group: Int)] = []

    mutating func add(_ group: ExtractFile.Group) {
        for (member, role) in group.members {
            if Self.houseRoles.contains(role) { groupOfMember[member] = names.count }
            if role == Self.streetRole, member.kind == .way {
                groupsOfStreet[member.id, default: []].append(names.count)
            }
        }
        names.append(StreetNames.Name(group.tags))
    }

    mutating func name(street: ExtractFile.Way) {
        guard let groups = groupsOfStreet[street.id], let name = StreetNames.Name(street.tags) else { return }
        for group in groups where names[group] == nil { names[group] = name }
    }

    mutating func add(_ addresses: Range<Int>, of member: ExtractFile.Group.Member) {
        guard let group = groupOfMember[member] else { return }
        self.addresses += addresses.map { ($0, group) }
    }

    var namedAddresses: [(address: Int, name: StreetNames.Name)] {
        addresses.compactMap { address, group in names[group].map { (address, $0) } }
    }
}
