package server

func f1() {
	f2()
	f3()
	f4()
	f5()
	f6()
}
