package figures_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"voxtide/lab/figures"
)

func sample() *figures.Report {
	return &figures.Report{
		Version: figures.Version, Players: 2, Seeds: []uint64{1},
		Columns: []figures.Column{{Name: "cpu_us", Machine: true}, {Name: "wait_ms", Unit: "ms", Better: "less"}, {Name: "gap_cm"}},
		Rows: []figures.Row{{Method: "dumb", Profile: "lan", Values: map[string]float64{"wait_ms": 16.7, "cpu_us": 3}},
			{Method: "kazap,multiplier=0.5", Profile: "lan", Values: map[string]float64{"wait_ms": 0, "gap_cm": 1.25}}},
		Series: []figures.Series{{Method: "dumb", Profile: "lan", Truth: []int32{0, 1, -2, 3}}},
	}
}

func Example() {
	sample().WriteCSV(os.Stdout, false)
	// Output:
	// method,profile,wait_ms,gap_cm
	// dumb,lan,16.7,
	// "kazap,multiplier=0.5",lan,0,1.25
}

// TestJSON checks that a report survives its text form, without the machine's columns unless they are asked for.
func TestJSON(t *testing.T) {
	for _, machine := range []bool{false, true} {
		var a, b bytes.Buffer
		if err := sample().WriteJSON(&a, machine); err != nil {
			t.Fatal(err)
		}
		r, err := figures.ReadJSON(a.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.WriteJSON(&b, true); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("machine %v: another report after reading:\n%s\n%s", machine, &a, &b)
		}
		if _, ok := r.Value("dumb", "lan", "cpu_us"); ok != machine {
			t.Errorf("machine %v: the column of the machine is there: %v", machine, ok)
		}
		if v, ok := r.Value("dumb", "lan", "wait_ms"); !ok || v != 16.7 || fmt.Sprint(r.Series[0].Truth) != "[0 1 -2 3]" {
			t.Errorf("read back as %+v", r)
		}
	}
	if _, err := figures.ReadJSON([]byte(`{"version":99}`)); err == nil {
		t.Error("another version is read")
	}
}

// TestCSV checks that the rows survive the table.
func TestCSV(t *testing.T) {
	var a bytes.Buffer
	if err := sample().WriteCSV(&a, true); err != nil {
		t.Fatal(err)
	}
	r, err := figures.ReadCSV(a.Bytes())
	if err != nil || fmt.Sprint(r.Rows) != fmt.Sprint(sample().Rows) {
		t.Errorf("read back as %+v, %v", r, err)
	}
	for _, wrong := range []string{"", "a,b\n", "method,profile,x\ndumb,lan,much\n", "method,profile,x\ndumb\n"} {
		if r, err := figures.ReadCSV([]byte(wrong)); err == nil {
			t.Errorf("%q is read as %+v", wrong, r)
		}
	}
}
