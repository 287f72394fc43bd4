package server

func starts() { go starts() }
