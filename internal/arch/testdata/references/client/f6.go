package client

func f6() {
	f0()
}
