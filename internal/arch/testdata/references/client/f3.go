package client

func f3() {
	f4()
	f5()
	f6()
}
