package logfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"voxtide/internal/logfile"
)

func Example() {
	dir, _ := os.MkdirTemp("", "logfile")
	defer os.RemoveAll(dir)
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.Local)
	f := logfile.Open(logfile.Options{Path: filepath.Join(dir, "server.log"), Bytes: 20, Files: 1, Now: func() time.Time { return now }, Else: os.Stderr})
	for i := range 5 {
		fmt.Fprintln(f, "a line", i)
		now = now.Add(time.Second)
	}
	f.Close()
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		fmt.Println(e.Name())
	}
	// Output:
	// server-20261128-120004-000.log.gz
	// server.log
}
