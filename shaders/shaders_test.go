package shaders

import (
	"errors"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	if len(Names()) < 5 {
		t.Fatalf("only %v", Names())
	}
	for _, name := range Names() {
		v, f, err := Source(name, "FIRST", "SECOND")
		if err != nil {
			t.Fatal(err)
		}
		for stage, text := range map[string]string{"vertex": v, "fragment": f} {
			if !strings.HasPrefix(text, "#version 410 core\n#define FIRST\n#define SECOND\n") {
				t.Errorf("%s: the %s stage begins with %.60q", name, stage, text)
			}
			if strings.Count(text, "void main()") != 1 {
				t.Errorf("%s: the %s stage has not one main", name, stage)
			}
			if strings.Contains(text, "//!") {
				t.Errorf("%s: a line that begins a part is left in the %s stage", name, stage)
			}
		}
		if !strings.Contains(v, "gl_Position") || strings.Contains(f, "gl_Position") {
			t.Errorf("%s: the stages are mixed up", name)
		}
	}
	if _, _, err := Source("nothing"); !errors.Is(err, ErrUnknownProgram) {
		t.Errorf("a name without a file: %v", err)
	}
}

func TestSplitStages(t *testing.T) {
	v, f := splitStages("a comment\n//!both\nx\n//!vertex\ny\n//!fragment\nz\n")
	if v != "x\ny\n" || f != "x\nz\n" {
		t.Errorf("%q and %q", v, f)
	}
}
