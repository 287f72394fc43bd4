package land

func f1() { f0() }
