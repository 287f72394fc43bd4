package settings

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// World is a world beside the one of the setting world.
type World struct {
	Name      string   `toml:"name"`
	Mode      string   `toml:"mode"`      // "": as the setting mode
	Rules     string   `toml:"rules"`     // "": as the setting rules
	Seed      *int64   `toml:"seed"`      // of a new world; none: a random one
	Generator int      `toml:"generator"` // of a new world; 0: the newest
	Only      []string `toml:"only"`      // the roles whose holders, beside operators, may go there; none: everybody may
}

const (
	// WorldsMax bounds the worlds of a server beside the first.
	WorldsMax = 15
	// onlyMax bounds the roles that may go to a world.
	onlyMax = 16
)

// worldName is what the name of a further world looks like: it is a folder, a word of commands, and a part of the map's address.
var worldName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

// errSeveralOfOne says that two worlds have one name.
var errSeveralOfOne = errors.New("two worlds have one name")

// checkWorlds returns what is wrong with worlds beside one; rules judges those of a world.
func checkWorlds(first string, all []World, rules func(w *World) error) error {
	if len(all) > WorldsMax {
		return fmt.Errorf("there are more than %d", WorldsMax)
	}
	names := map[string]bool{strings.ToLower(first): true}
	for i := range all {
		w := &all[i]
		if !worldName.MatchString(w.Name) {
			return fmt.Errorf("the name %.40q is not one of small letters, digits, - and _, at most 32", w.Name)
		}
		if names[w.Name] {
			return fmt.Errorf("%w: %s", errSeveralOfOne, w.Name)
		}
		names[w.Name] = true
		if w.Mode != "" && w.Mode != "creative" && w.Mode != "survival" {
			return fmt.Errorf("the mode of %s is %.40q, not creative or survival", w.Name, w.Mode)
		}
		if len(w.Only) > onlyMax {
			return fmt.Errorf("%s is for more than %d roles", w.Name, onlyMax)
		}
		if err := rules(w); err != nil {
			return fmt.Errorf("the rules of %s: %v", w.Name, err)
		}
	}
	return nil
}
