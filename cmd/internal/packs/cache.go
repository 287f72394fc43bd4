package packs

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"voxtide/internal/atomicfile"
	"voxtide/internal/resourcepack"
)

// cacheMax bounds the packs of servers on the disk, in bytes: those that were used longest ago go first.
const cacheMax = 128 << 20

func (b *Book) cache() string { return filepath.Join(b.home, "server_packs") }

func (b *Book) file(id resourcepack.ID) string {
	return filepath.Join(b.cache(), hex.EncodeToString(id[:])+".zip")
}

// cached returns the file of a pack in the cache; "" for none.
func (b *Book) cached(id resourcepack.ID) string {
	path := b.file(id)
	if i, err := os.Stat(path); err != nil || !i.Mode().IsRegular() || i.Size() > resourcepack.PackedMax {
		return ""
	}
	return path
}

// readCached reads a pack of the cache. One that has another hash by now is removed, and comes from the server again at the next join.
func (b *Book) readCached(id resourcepack.ID, path string) {
	own := b.own
	b.start(func() result {
		packed, err := os.ReadFile(path)
		if err == nil && resourcepack.IDOf(packed) != id {
			err = errCache
			os.Remove(path)
		}
		if err != nil {
			return result{id: id, err: err}
		}
		p, err := resourcepack.Read(packed)
		if err != nil {
			return result{id: id, err: err}
		}
		now := time.Now()
		os.Chtimes(path, now, now) // it was used
		return result{id: id, look: b.look(own, p)}
	})
}

// keep writes a pack into the cache, and removes those that were used longest ago.
func (b *Book) keep(id resourcepack.ID, packed []byte) {
	if os.MkdirAll(b.cache(), 0o755) != nil || atomicfile.Replace(b.file(id), packed, 0o644) != nil {
		return
	}
	type kept struct {
		path string
		size int64
		used time.Time
	}
	var all []kept
	entries, _ := os.ReadDir(b.cache())
	for _, e := range entries {
		if i, err := e.Info(); err == nil && i.Mode().IsRegular() && strings.HasSuffix(e.Name(), ".zip") {
			all = append(all, kept{filepath.Join(b.cache(), e.Name()), i.Size(), i.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b kept) int { return b.used.Compare(a.used) })
	left := int64(cacheMax)
	for _, k := range all {
		if left -= k.size; left < 0 && k.path != b.file(id) {
			os.Remove(k.path)
		}
	}
}
