package sim

func startsInTest() { go plain() }
