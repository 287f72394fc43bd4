package server // want "4 of 25 references between files run back up"

func f0() {
	f1()
	f2()
	f3()
	f4()
	f5()
	f6()
}
