package server

func f5() {
	f6()
	f0()
}
