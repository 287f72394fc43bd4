package etcd

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/etcd/server/v3/storage/wal"

	"voxtide/internal/atomicfile"

	"voxtide/engine/secret"
)

// birth is what a data folder knows about itself. A folder has a number of chance from when it was made, so that one that was lost
// and made again is not taken for the one before: a node that has forgotten how it voted must not vote again under its old number.
type birth struct {
	Birth string `json:"birth"`
	// Founders are the births of all members with which the cluster was made, by name; nil if this folder was not there, or not yet.
	Founders map[string]string `json:"founders,omitempty"`
	// Started says that the database was seen to run from this folder.
	Started bool `json:"started,omitempty"`
}

// ErrFolder means that a data folder is not whole, or not of this cluster.
var ErrFolder = errors.New("etcd: data folder")

// folder is the data folder of a node.
type folder struct {
	dir string
	birth
}

func (f *folder) database() string { return filepath.Join(f.dir, "etcd") }

// hasLog reports whether the folder has what the consensus has written: from then on it is started from that alone.
func (f *folder) hasLog() bool { return wal.Exist(filepath.Join(f.database(), "member", "wal")) }

// openFolder reads what a folder knows, and gives a new one its number.
func openFolder(dir string) (*folder, error) {
	f := &folder{dir: dir}
	text, err := os.ReadFile(f.path())
	switch {
	case err == nil:
		if err := json.Unmarshal(text, &f.birth); err != nil || f.Birth == "" {
			return nil, fmt.Errorf("%w: %s cannot be read", ErrFolder, f.path())
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case f.hasLog():
		return nil, fmt.Errorf("%w: %s is missing", ErrFolder, f.path())
	}
	if f.Birth == "" || f.Started && !f.hasLog() { // new, or its database was taken away
		f.birth = birth{Birth: newBirth()}
		return f, f.save()
	}
	return f, nil
}

func newBirth() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (f *folder) path() string { return filepath.Join(f.dir, "node.json") }

func (f *folder) save() error {
	text, err := json.Marshal(f.birth)
	if err != nil {
		return err
	}
	return atomicfile.Replace(f.path(), append(text, '\n'), 0o600)
}

// token names the cluster that these founders have made: others of the same addresses are other clusters.
func token(s secret.Secret, founders map[string]string) string {
	h := sha256.New()
	h.Write(s.Derive("cluster"))
	for _, name := range slices.Sorted(maps.Keys(founders)) {
		fmt.Fprintf(h, "%s=%s,", name, founders[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// fullName is a member's name inside of the database, which shows its birth.
func fullName(name, birth string) string { return name + "." + birth }
