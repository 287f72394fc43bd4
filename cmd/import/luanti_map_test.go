package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"voxtide/world"
)

var update = flag.Bool("update", false, "write the maps of testdata again, of the blocks in schematic/luantimap/testdata")

// TestMap reads the maps of testdata, with both forms of their table: each block is where it belongs, with its bytes.
func TestMap(t *testing.T) {
	for _, name := range []string{"testdata/old.sqlite", "testdata/map.sqlite"} {
		var blocks [][]byte
		for _, v := range []int{25, 28, 29} {
			b, err := os.ReadFile(fmt.Sprintf("../../schematic/luantimap/testdata/block%d.bin", v))
			if err != nil {
				t.Fatal(err)
			}
			blocks = append(blocks, b)
		}
		if *update {
			if err := writeMap(name, blocks); err != nil {
				t.Fatal(err)
			}
		}
		m, err := openMap(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[world.SectionPos][]byte{}
		tooLarge, err := m.Each(func(p world.SectionPos, data []byte) error {
			seen[p] = slices.Clone(data)
			return nil
		})
		if err := errors.Join(err, m.Close()); err != nil || tooLarge > 0 {
			t.Fatalf("%s: %v, %d too large", name, err, tooLarge)
		}
		for i := range int32(3) {
			if p := (world.SectionPos{X: -1, Y: i - 1, Z: i - 3}); len(seen[p]) == 0 || seen[p][0] != blocks[i][0] {
				t.Errorf("%s: another block at %v", name, p)
			}
		}
		t.Logf("%s: %d blocks", name, len(seen))
	}
	if _, err := openMap("luanti_map_test.go"); err == nil {
		t.Error("a text was opened")
	}
}

// writeMap writes a map as Luanti does, in the older form of its table or the newer.
func writeMap(name string, blocks [][]byte) error {
	packed := name == "testdata/old.sqlite"
	os.Remove(name)
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	if packed {
		_, err = db.Exec("CREATE TABLE `blocks` (`pos` INT NOT NULL PRIMARY KEY, `data` BLOB)")
	} else {
		_, err = db.Exec("CREATE TABLE `blocks` (`x` INTEGER, `y` INTEGER, `z` INTEGER, `data` BLOB NOT NULL, PRIMARY KEY (`x`, `z`, `y`))")
	}
	for i, b := range blocks {
		x, y, z := int64(-1), int64(i-1), int64(2-i)
		if packed && err == nil {
			_, err = db.Exec("INSERT INTO blocks VALUES (?, ?)", z<<24+y<<12+x, b)
		} else if err == nil {
			_, err = db.Exec("INSERT INTO blocks VALUES (?, ?, ?, ?)", x, y, z, b)
		}
	}
	return errors.Join(err, db.Close())
}

// TestPlace: the number of a place, with its signs.
func TestPlace(t *testing.T) {
	for _, p := range [][3]int64{{0, 0, 0}, {-1, -1, -1}, {2047, -2048, 5}, {-2048, 2047, -2048}} {
		if x, y, z := unpackPlace(p[2]<<24 + p[1]<<12 + p[0]); [3]int64{x, y, z} != p {
			t.Errorf("%v becomes %d %d %d", p, x, y, z)
		}
	}
}
