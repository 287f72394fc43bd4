package client

func f5() {
	f6()
}
