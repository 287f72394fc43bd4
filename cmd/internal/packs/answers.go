package packs

import (
	"bytes"
	"maps"
	"os"

	"github.com/BurntSushi/toml"

	"voxtide/internal/atomicfile"
)

// answersMax bounds the servers whose answers are kept.
const answersMax = 1000

// answers are what the player has said of the packs of servers, by address.
type answers struct {
	path   string
	Wanted map[string]bool `toml:"wanted"`
}

// readAnswers reads the file. One that cannot be read is none: the player is asked again.
func readAnswers(path string) *answers {
	a := &answers{path: path}
	if text, err := os.ReadFile(path); err == nil {
		if toml.Unmarshal(text, a) != nil {
			a.Wanted = nil
		}
	}
	if a.Wanted == nil {
		a.Wanted = map[string]bool{}
	}
	return a
}

func (a *answers) of(server string) (wanted, said bool) {
	wanted, said = a.Wanted[server]
	return wanted, said
}

func (a *answers) set(server string, wanted bool) error {
	for old := range maps.Keys(a.Wanted) {
		if len(a.Wanted) < answersMax {
			break
		}
		delete(a.Wanted, old)
	}
	a.Wanted[server] = wanted
	var b bytes.Buffer
	b.WriteString("# What you have said of the textures and sounds of servers. Take a line out to be asked again.\n")
	if err := toml.NewEncoder(&b).Encode(a); err != nil {
		return err
	}
	return atomicfile.Replace(a.path, b.Bytes(), 0o644)
}
