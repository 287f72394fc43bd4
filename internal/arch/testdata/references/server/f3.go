package server

func f3() {
	f4()
	f5()
	f6()
	f0()
}
