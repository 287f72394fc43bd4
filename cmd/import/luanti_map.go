package main

import (
	"database/sql"
	"fmt"
	"net/url"

	_ "modernc.org/sqlite" // the file is a database of SQLite; without cgo

	"voxtide/schematic/luantimap"
	"voxtide/world"
)

// luantiMap is an open map.sqlite of Luanti. Use openMap.
type luantiMap struct {
	db     *sql.DB
	packed bool // one number stands for three
}

// openMap opens a map. It writes nothing. Errors: those of the database, luantimap.ErrFormat for another one.
func openMap(path string) (*luantiMap, error) {
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(path)+"?mode=ro&immutable=1")
	if err != nil {
		return nil, err
	}
	m := &luantiMap{db: db}
	columns := map[string]bool{}
	rows, err := db.Query(`SELECT name FROM pragma_table_info('blocks')`)
	for err == nil && rows.Next() {
		var name string
		err = rows.Scan(&name)
		columns[name] = true
	}
	if err == nil {
		err = rows.Err()
		rows.Close()
	}
	m.packed = columns["pos"]
	if err == nil && !(columns["data"] && (m.packed || columns["x"] && columns["y"] && columns["z"])) {
		err = fmt.Errorf("%w: it has no table of blocks", luantimap.ErrFormat)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return m, nil
}

// Close closes the map.
func (m *luantiMap) Close() error { return m.db.Close() }

// Count returns the number of blocks.
func (m *luantiMap) Count() (n int, err error) {
	err = m.db.QueryRow(`SELECT count(*) FROM blocks`).Scan(&n)
	return n, err
}

// Each calls f with each block of the map, by its place in our sections, until its first error. Blocks that are larger than luantimap.PackedMax are left out, and
// counted.
func (m *luantiMap) Each(f func(p world.SectionPos, data []byte) error) (tooLarge int, err error) {
	where := "x, y, z"
	if m.packed {
		where = "pos, 0, 0"
	}
	if err := m.db.QueryRow(`SELECT count(*) FROM blocks WHERE length(data) > ?`, luantimap.PackedMax).Scan(&tooLarge); err != nil {
		return 0, err
	}
	rows, err := m.db.Query(`SELECT `+where+`, data FROM blocks WHERE length(data) <= ?`, luantimap.PackedMax)
	if err != nil {
		return tooLarge, err
	}
	defer rows.Close()
	for rows.Next() {
		var x, y, z int64
		var data sql.RawBytes
		if err := rows.Scan(&x, &y, &z, &data); err != nil {
			return tooLarge, err
		}
		if m.packed {
			x, y, z = unpackPlace(x)
		}
		const far = 1 << 11
		if x < -far || y < -far || z < -far || x >= far || y >= far || z >= far {
			continue
		}
		if err := f(world.SectionPos{X: int32(x), Y: int32(y), Z: int32(-z - 1)}, data); err != nil {
			return tooLarge, err
		}
	}
	return tooLarge, rows.Err()
}

// unpackPlace returns the place of a block, which older maps keep as one number: Z, Y and X of 12 bits each, each with its sign.
func unpackPlace(n int64) (x, y, z int64) {
	next := func() int64 {
		v := (n&0xfff ^ 0x800) - 0x800
		n = (n - v) >> 12
		return v
	}
	x, y, z = next(), next(), next()
	return x, y, z
}
