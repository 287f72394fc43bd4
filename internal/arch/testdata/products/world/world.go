package world

type Vec [3]int64

type Pos struct{ X, Y, Z int32 }
