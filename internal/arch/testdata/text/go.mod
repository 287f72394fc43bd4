// want+1 "no line `go 1.26.0`"
module voxtide

go 1.25.0

toolchain go1.26.8 // want "toolchain"
