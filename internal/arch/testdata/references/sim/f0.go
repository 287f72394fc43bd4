package sim // want "1 of 2 references between files run back up, fewer than the 2 of its row: lower the row"

func f0() { f1() }
