package linefiles_test

import (
	"fmt"
	"os"

	"voxtide/server/linefiles"
)

func Example() {
	dir, _ := os.MkdirTemp("", "linefiles")
	defer os.RemoveAll(dir)
	folder := linefiles.Folder{Dir: dir, Prefix: "said", LineMax: 64, FileMax: 20, BytesMax: 60, FilesMax: 10}
	w := linefiles.Writer{Folder: folder}
	for i := range 9 {
		w.Write(fmt.Appendf(nil, "line %d", i), 0)
	}
	w.Close()
	numbers, _ := folder.Numbers()
	for _, n := range numbers { // of files of two lines, those that fit
		folder.Read(n, func(line []byte) { fmt.Println(n, string(line)) })
	}
	// Output:
	// 3 line 4
	// 3 line 5
	// 4 line 6
	// 4 line 7
	// 5 line 8
}
