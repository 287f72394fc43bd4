package sim

func inTest() { number = 3 }
