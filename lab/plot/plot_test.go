package plot

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"voxtide/lab/figures"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPage compares the page of the sample with its golden bytes, written twice.
func TestPage(t *testing.T) {
	var one, two bytes.Buffer
	if err := WriteHTML(&one, sample()); err != nil {
		t.Fatal(err)
	}
	if err := WriteHTML(&two, sample()); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Fatal("two pages of one report differ", err)
	}
	const file = "testdata/sample.html"
	if *update {
		if err := os.WriteFile(file, one.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, one.Bytes()) {
		t.Errorf("%s differs; -update rewrites it, then look at it", file)
	}
	if loads := regexp.MustCompile(`(?i)(src|href)\s*=|@import|url\(|fetch\(`).FindString(one.String()); loads != "" {
		t.Errorf("the page loads something: %q", loads)
	}
	if n := strings.Count(pageScript, "\n"); n > 150 {
		t.Errorf("%d lines of script", n)
	}
}

// TestVerdict checks that the words come from the rows.
func TestVerdict(t *testing.T) {
	r := sample()
	first, lost := r.verdict()
	if !strings.Contains(first, "2 of 3 columns") || len(lost) != 1 || !strings.Contains(lost[0], "dumb in dsl, satellite; most in satellite (0.5 against 600.0 cm)") ||
		!strings.Contains(lost[0], "Who shows the past") {
		t.Fatalf("%q %q", first, lost)
	}
	for i := range r.Rows { // now nobody is better there
		r.Rows[i].Values["gap"] = 1
	}
	if first, lost = r.verdict(); len(lost) != 0 || !strings.Contains(first, "3 of 3 columns") {
		t.Fatalf("%q %q", first, lost)
	}
	if b := r.best("dsl", r.column("gap")); len(b) != 0 {
		t.Errorf("where all are equal nobody is best: %v", b)
	}
}

// TestNumbers checks how values are written.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{{0, 0, "0"}, {-0.001, 2, "0.00"}, {1234.5, 0, "1\u2009234"}, {1234567.25, 1, "1\u2009234\u2009567.2"}, {-1234, 0, "-1\u2009234"}, {12.345, 2, "12.35"}} {
		if got := number(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits: %q, not %q", c.v, c.digits, got, c.want)
		}
	}
	at, digits := axis{0, 4000, 0, 100}.ticks(8)
	if len(at) != 9 || at[1] != 500 || digits != 0 {
		t.Errorf("ticks %v, %d digits", at, digits)
	}
	if at, digits = (axis{-0.1, 0.32, 0, 100}).ticks(5); len(at) != 5 || digits != 1 {
		t.Errorf("ticks %v, %d digits", at, digits)
	}
}

// TestJSON reads a report back.
func TestJSON(t *testing.T) {
	b, err := json.Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	var one, two bytes.Buffer
	WriteHTML(&one, sample())
	WriteHTML(&two, &r)
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("a report that went through JSON gives another page")
	}
}

// TestFrom draws a series of a comparison along the axis of its way, forwards upwards.
func TestFrom(t *testing.T) {
	r := From(&figures.Report{
		Columns:  []figures.Column{{Name: "wait_ms", Title: "wait", Better: "less"}},
		Methods:  []figures.Method{{Name: "commute", Kind: "mesh"}},
		Profiles: []figures.Profile{{Name: "far", RTTMS: 600}, {Name: "lan", RTTMS: 1}},
		Rows:     []figures.Row{{Method: "commute", Profile: "lan", Values: map[string]float64{"wait_ms": 12.25}}},
		Series:   []figures.Series{{Method: "commute", Profile: "far"}, {Method: "commute", Profile: "lan", FrameUS: 10_000, Truth: []int32{5, 0, 5, -100, 6, -200}, Drawn: []int32{5, 0, 5, 0, 5, -100}}},
	})
	f := r.Figures[0]
	if len(f.Lines) != 2 || f.Lines[0].Values[2] != 20 || f.Lines[1].Values[2] != 10 || f.Times[2] != 20 {
		t.Errorf("drawn as %+v", f)
	}
	if c := r.Columns[0]; c.Better != "low" || c.Digits != 1 || !r.Methods[0].Mesh {
		t.Errorf("column %+v, method %+v", c, r.Methods[0])
	}
}
