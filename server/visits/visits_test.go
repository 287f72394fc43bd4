package visits

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func openLog(t *testing.T) (*Log, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "visits")
	l, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, dir
}

// TestAfterRestart: what was written is there for the next server, in order of time, with the others who came from the same place; a line
// torn by a crash costs itself alone.
func TestAfterRestart(t *testing.T) {
	l, dir := openLog(t)
	for i, e := range []Event{
		{At: 100, Kind: Came, Name: "ann", Key: "aa", From: "192.0.2.1"},
		{At: 110, Kind: Came, Name: "ann", Key: "aa", From: "192.0.2.1"}, // within the minute
		{At: 120, Kind: Left, Name: "ann"},
		{At: 130, Kind: Refused, Name: "ann", From: "192.0.2.1", Text: "banned: x"},
		{At: 140, Kind: Came, Name: "bob", Key: "bb", From: "192.0.2.1"},
		{At: 150, Kind: Came, Name: "cyd", Key: "cc", From: "192.0.2.9"},
		{At: 125, Kind: Came, Name: "ann", Key: "aa", From: "192.0.2.2"},
	} {
		if err := l.Append(e); err != nil {
			t.Fatal(i, err)
		}
	}
	l.Close()
	f, _ := os.OpenFile(filepath.Join(dir, "visits.log"), os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString(`{"t":1,"e":"came","n":"to`)
	f.Close()
	l2, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l2.Close()
	if err := l2.Append(Event{At: 200, Kind: Came, Name: "dan", From: "192.0.2.2"}); err != nil {
		t.Fatal(err)
	}
	own, others, err := l2.Of("ann", 10)
	var text []string
	for _, e := range own {
		text = append(text, fmt.Sprintf("%d %s %s%s", e.At, e.Kind, e.From, e.Text))
	}
	want := []string{"100 came 192.0.2.1", "120 left ", "125 came 192.0.2.2", "130 refused 192.0.2.1banned: x"}
	if err != nil || !slices.Equal(text, want) || !slices.Equal(others, []string{"bob", "dan"}) {
		t.Errorf("%v, %q, %q", err, text, others)
	}
	if own, _, _ := l2.Of("ann", 2); len(own) != 2 || own[1].At != 130 {
		t.Errorf("the last two are %v", own)
	}
	t.Logf("%d events of ann after a restart and a torn line, with %q", len(own), others)
}

// TestBounded: strangers who are turned away without end fill their own two files alone, and push out no visit.
func TestBounded(t *testing.T) {
	l, dir := openLog(t)
	l.Append(Event{At: 1, Kind: Came, Name: "ann", From: "192.0.2.1"})
	const strangers = 30_000
	for i := range strangers {
		if err := l.Append(Event{At: int64(i), Kind: Refused, Name: fmt.Sprint("x", i), From: "192.0.2.7", Text: strings.Repeat("y", 500)}); err != nil {
			t.Fatal(err)
		}
	}
	size := int64(0)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, _ := e.Info()
		size += info.Size()
	}
	if size > 2*refusalBytesMax+1000 || size < refusalBytesMax {
		t.Errorf("%d bytes", size)
	}
	if own, _, err := l.Of("ann", 9); err != nil || len(own) != 1 {
		t.Errorf("ann's visit is gone: %v, %v", own, err)
	}
	t.Logf("%d refusals leave %d bytes in %d files", strangers, size, len(entries))
}

// TestOneLine: whatever a name or a reason holds, it is one line.
func TestOneLine(t *testing.T) {
	l, _ := openLog(t)
	evil := "a\n{\"t\":9,\"e\":\"came\",\"n\":\"bob\"}\x00\xff"
	l.Append(Event{At: 1, Kind: Came, Name: evil, Text: evil, From: evil})
	if own, _, _ := l.Of("bob", 9); len(own) != 0 {
		t.Errorf("a name forges a line: %v", own)
	}
	if own, _, _ := l.Of(clean(evil), 9); len(own) != 1 {
		t.Errorf("the line itself is gone: %v", own)
	}
}

// FuzzRead: any bytes are read within bounds, and what is read can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"t":1,"e":"came","n":"ann","k":"aa","a":"192.0.2.1"}` + "\n" + `{"t":`))
	f.Add([]byte(strings.Repeat("x", lineMax+5) + "\n" + `{"t":1,"e":"left","n":"a"}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var all []Event
		if err := Read(bytes.NewReader(text), func(e *Event) { all = append(all, *e) }); err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			return
		}
		l, _ := openLog(t)
		for i := range all {
			target := &l.visits
			if all[i].Kind == Refused {
				target = &l.refused
			}
			if err := target.append(&all[i]); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		l.each(func(e *Event) {
			if !slices.Contains(all, *e) {
				t.Errorf("%+v comes from nowhere", e)
			}
			n++
		})
		if n != len(all) {
			t.Errorf("%d of %d are read again", n, len(all))
		}
	})
}
