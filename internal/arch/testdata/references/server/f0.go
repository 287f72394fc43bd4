package server // want "4 of 25 references between files run back up, at most 2:"

func f0() {
	f1()
	f2()
	f3()
	f4()
	f5()
	f6()
}
