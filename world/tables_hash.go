package world

// TablesHash returns the hash of the tables of blocks, as far as rules read them: a server and its clients must have the same, for what
// they send each other are numbers of rows. How things look does not count.
func TablesHash() uint64 { return tablesHash }

var tablesHash = hashTables()

func hashTables() uint64 {
	h := uint64(len(Blocks))
	for b := range Blocks {
		i := &Blocks[b]
		h = mix(h, nameHash(i.Name))
		h = mix(h, uint64(i.Shape)|uint64(i.Light)<<8|uint64(i.Tool)<<16|uint64(i.Tier)<<24|uint64(i.Class)<<32|uint64(i.Drops)<<40)
		h = mix(h, uint64(i.Hardness))
		for _, is := range [...]bool{i.Opaque, i.Replaceable, i.Falls, i.NeedsFloor, i.Liquid, i.Climbable} {
			h <<= 1
			if is {
				h |= 1
			}
		}
	}
	for s := range ShapeCount {
		for _, b := range s.Boxes() {
			for i := range b.Lo {
				h = mix(h, uint64(uint8(b.Lo[i]))<<8|uint64(uint8(b.Hi[i])))
			}
		}
	}
	return h
}

// nameHash returns a hash of a name.
func nameHash(s string) uint64 {
	h := uint64(len(s))
	for i := range len(s) {
		h = mix(h, uint64(s[i]))
	}
	return h
}
