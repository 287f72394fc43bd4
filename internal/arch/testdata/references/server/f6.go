package server

func f6() {
	f0()
}
