package land // want "1 of 2 references between files run back up, at most 0:"

func f0() { f1() }
