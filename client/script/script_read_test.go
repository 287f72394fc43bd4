package script

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestMistakesAreNamed: an error names the line and its fault.
func TestMistakesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"0 dance":                               `line 1: "dance" is no verb`,
		"# fine\n\n1 place\nx place":            `line 4: "x" is no time`,
		"0 down":                                "line 1: down takes one of forward",
		"0 tap wings":                           "tap takes one of",
		"0 look 5":                              "look takes YAW and PITCH",
		"0 look a b":                            "look takes YAW and PITCH",
		"0 at 1 2":                              "at takes X, Y and Z",
		"0 select 10":                           "select takes 1 to 9",
		"0 say":                                 "say takes a text",
		"0 put 1 2 3 stone":                     "put takes X, Y and Z in blocks, a count and an item",
		"0 take 1 2 3 0 stone":                  "take takes X, Y and Z in blocks, a count and an item",
		"0 put 1 2 3 4 nothing":                 `there is no item "nothing"`,
		"0 sign 1 2 3":                          "sign takes X, Y and Z in blocks and a text",
		"0 shot":                                "shot takes a file",
		"0 place now":                           "place takes nothing",
		"-1 place":                              `"-1" is no time`,
		"1e99 place":                            "is no time",
		"+ place":                               "is no time",
		"0 say " + strings.Repeat("x", lineMax): "longer than",
	} {
		_, err := Read(strings.NewReader(text))
		if !errors.Is(err, ErrLine) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v", text, err)
		}
	}
	s, err := Read(strings.NewReader("# nothing\n0 say one # two\n+1.5 shot out/a b.png # a frame\n2 quit"))
	if err != nil || len(s.lines) != 3 || s.lines[0].text != "one # two" || s.lines[1].text != "out/a b.png" || s.lines[1].at != 1500*time.Millisecond || !s.lines[1].after {
		t.Fatalf("%+v %v", s, err)
	}
	if n, any := s.FirstScreenshot(); !any || n != 3 {
		t.Errorf("the first screenshot is in line %d", n)
	}
}

// FuzzRead: no text makes Read panic or accept more lines than it has.
func FuzzRead(f *testing.F) {
	f.Add("0 down forward\n+1 look 90 -30\n2 at 1.5 -3 7e2\n+0 wait-acked\n3 quit")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text))
		if err == nil && len(s.lines) > strings.Count(text, "\n")+1 {
			t.Fatalf("%d lines of %q", len(s.lines), text)
		}
	})
}
