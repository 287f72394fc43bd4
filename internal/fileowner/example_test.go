package fileowner_test

import (
	"fmt"
	"os"
	"path/filepath"

	"voxtide/internal/fileowner"
)

func Example() {
	home, err := os.MkdirTemp("", "fileowner-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	dir := filepath.Join(home, "worlds", "island")
	owner := fileowner.Of(dir) // of home: the others are missing
	if err := os.MkdirAll(dir, 0o700); err != nil {
		panic(err)
	}
	fmt.Println(owner.GiveAll())
	// Output: <nil>
}
