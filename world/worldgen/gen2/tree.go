package gen2

// treeKind is a kind of tree: a row of shapes. Boulders stand among them, because they are placed alike.
type treeKind uint8

const (
	oak treeKind = iota
	bigOak
	kapok
	birch
	pine
	tallPine
	acacia
	willow
	bush
	cactus
	boulder
	treeKinds
)

// tree is a tree that stands somewhere; all its blocks follow from these fields.
type tree struct {
	x, y, z int32 // the cell above the ground
	kind    treeKind
	chance  uint64
}

// treeSquare is the edge of a square of columns that has one place for a tree.
const treeSquare = 4
