package protocol

import (
	"testing"

	"voxtide/internal/wire"
)

// FuzzTravel: any bytes are the name of a world that is written as it was read, or none.
func FuzzTravel(f *testing.F) {
	for _, name := range []string{"mine", "Die Insel"} {
		f.Add(AppendTravel(nil, Travel{name})[1:])
	}
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		got, err := ReadTravel(&r)
		if err != nil {
			return
		}
		if got.World == "" || len(got.World) > WorldNameMax {
			t.Fatalf("%q", got.World)
		}
		again := wire.NewReader(AppendTravel(nil, got)[1:])
		if back, err := ReadTravel(&again); err != nil || back != got {
			t.Fatalf("%+v is read as %+v, %v", got, back, err)
		}
	})
}
