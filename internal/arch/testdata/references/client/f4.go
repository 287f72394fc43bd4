package client

func f4() {
	f5()
	f6()
}
