package server

func f2() {
	f3()
	f4()
	f5()
	f6()
}
