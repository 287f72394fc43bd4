package scene

var brightness float64

func Angle() float32 { return 1 }
