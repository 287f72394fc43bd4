package server

func f4() {
	f5()
	f6()
	f0()
}
