package chatlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/server/linefiles"
)

func open(t *testing.T, dir string, days int) *Log {
	t.Helper()
	l, err := Open(dir, days, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// fill adds entries, none of which may be lost.
func fill(l *Log, list ...Entry) {
	for _, e := range list {
		for len(l.queue) == queueMax {
			time.Sleep(time.Millisecond)
		}
		l.Add(e)
	}
}

func folderOf(dir string) *linefiles.Folder { f := folder(dir); return &f }

func pathOf(dir string, number int) string { return folderOf(dir).Path(number) }

func texts(list []Entry) string {
	var out []string
	for _, e := range list {
		out = append(out, fmt.Sprintf("%d %s %s", e.At, e.Name, e.Text))
	}
	return strings.Join(out, "; ")
}

// TestSearch: what was said is found by name, time and text, after another start too; private messages are found by those alone who ask for them;
// a torn line costs itself alone.
func TestSearch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "said")
	l := open(t, dir, 30)
	now := time.Now().Unix()
	fill(l, Entry{At: now - 300, Kind: Said, Name: "eve", Text: "The CREEPER is mine"}, Entry{At: now - 200, Kind: Command, Name: "eve", Text: "/home", Done: true},
		Entry{At: now - 100, Kind: Private, Name: "eve", Text: "/msg ann creeper at 5"}, Entry{At: now - 50, Kind: Said, Name: "ann", Text: "a creeper?\nno"})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l.Add(Entry{Text: "after the end"})
	f, _ := os.OpenFile(pathOf(dir, 1), os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString(`{"t":1,"k":"said","n":"to`)
	f.Close()
	os.WriteFile(pathOf(dir, 7), []byte(strings.Repeat("x", 3*lineMax)+"\n"+fmt.Sprintf(`{"t":%d,"k":"said","n":"bob","x":"hi"}`, now-20)), 0o600)
	l = open(t, dir, 30)
	fill(l, Entry{At: now, Kind: Said, Name: "eve", Text: "again"})
	l.Close()
	asked := 0
	for _, c := range []struct {
		q    Query
		want string
		all  int
	}{
		{Query{Most: 9}, "the creeper is mine, /home, a creeper? no, hi, again", 5}, {Query{Most: 9, Private: true}, "the creeper is mine, /home, /msg ann creeper at 5, a creeper? no, hi, again", 6},
		{Query{Most: 9, Name: "EVE", Text: "creeper"}, "the creeper is mine", 1}, {Query{Most: 2}, "hi, again", 5}, {Query{Most: 9, Since: now - 60}, "a creeper? no, hi, again", 3},
		{Query{Most: 9, Name: "bob"}, "hi", 1}, {Query{Most: 9, Text: "nothing"}, "", 0}, {Query{Text: "creeper"}, "", 2},
	} {
		got, all, err := l.Search(c.q)
		var said []string
		for _, e := range got {
			said = append(said, strings.ToLower(e.Text))
		}
		if err != nil || strings.Join(said, ", ") != c.want || all != c.all {
			t.Errorf("%+v: %v, %q, %d", c.q, err, said, all)
		}
		asked++
	}
	t.Logf("%d searches", asked)
}

// TestBound: however much is said, the folder stays within its bound, and has the newest; what is older than it is kept goes.
func TestBound(t *testing.T) {
	src := testrand.New(t)
	dir := t.TempDir()
	l := open(t, dir, 30)
	now := time.Now().Unix()
	n := 0
	for written := 0; written < bytesMax+4*fileMax; n++ {
		text := strings.Repeat("ab ", 100+src.IntN(230))
		written += len(text)
		fill(l, Entry{At: now, Kind: Said, Name: "eve", Text: fmt.Sprintf("%d %s", n, text)})
	}
	l.Close()
	size := int64(0)
	list, _ := folderOf(dir).Numbers()
	for _, n := range list {
		info, _ := os.Stat(pathOf(dir, n))
		size += info.Size()
	}
	began := time.Now()
	found, all, err := l.Search(Query{Most: 3})
	took := time.Since(began)
	if err != nil || size > bytesMax || size < bytesMax-4*fileMax || len(found) != 3 || !strings.HasPrefix(found[2].Text, fmt.Sprint(n-1, " ")) {
		t.Errorf("%v: %d bytes in %d files, %q", err, size, len(list), texts(found))
	}
	t.Logf("%d entries added, %d left in %d bytes of %d files, %d lost; a search takes %v", n, all, size, len(list), l.Lost(), took.Round(time.Millisecond))
	for range filesMax { // starts of the server
		l = open(t, dir, 30)
		fill(l, Entry{At: now, Kind: Said, Name: "eve", Text: "new"})
		l.Close()
	}
	if list, _ = folderOf(dir).Numbers(); len(list) != filesMax {
		t.Errorf("%d files after as many starts", len(list))
	}
	for _, n := range list[:5] {
		old := time.Now().Add(-40 * 24 * time.Hour)
		os.Chtimes(pathOf(dir, n), old, old)
	}
	l = open(t, dir, 30)
	fill(l, Entry{At: now, Kind: Said, Name: "eve", Text: "new"})
	l.Close()
	if left, _ := folderOf(dir).Numbers(); len(left) != len(list)-5+1 {
		t.Errorf("%d files are left of %d", len(left), len(list))
	}
}

// FuzzRead: any file of the folder is read without harm.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"t":5,"k":"said","n":"a","x":"b"}` + "\n{"))
	f.Add([]byte("\n\n\x00\xff" + `{"t":-1,"k":"private","n":"\u0000","x":"\ud800"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p := filepath.Join(t.TempDir(), "said-1.log")
		if err := os.WriteFile(p, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := folderOf(filepath.Dir(p)).Read(1, func(line []byte) {
			if e, ok := parse(line); ok && (len(e.Text) > textMax || len(e.Name) > nameMax || strings.ContainsAny(e.Text+e.Name, "\n\x00")) {
				t.Errorf("%+v", e)
			}
		}); err != nil {
			t.Fatal(err)
		}
	})
}
