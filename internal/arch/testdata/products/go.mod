module voxtide

go 1.26.0
