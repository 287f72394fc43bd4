package sim

func f1() { f0() }
