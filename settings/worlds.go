package settings

import (
	"errors"
	"fmt"
	"path/filepath"
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

// ForWorld returns the settings of a further world: those of the server with what it has of its own.
func (s Server) ForWorld(w *World) Server {
	s.World = w.Name
	if w.Mode != "" {
		s.GameMode = w.Mode
	}
	if w.Rules != "" {
		s.GameRules = w.Rules
	}
	return s
}

// WorldName returns the name of the world of the setting world among several.
func (s *Server) WorldName() string { return filepath.Base(filepath.Clean(s.World)) }

// checkWorlds returns what is wrong with the further worlds.
func (s *Server) checkWorlds() error {
	if len(s.Worlds) > WorldsMax {
		return fmt.Errorf("there are more than %d", WorldsMax)
	}
	names := map[string]bool{strings.ToLower(s.WorldName()): true}
	for i := range s.Worlds {
		w := &s.Worlds[i]
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
		of := s.ForWorld(w)
		if _, err := of.Rules(); err != nil {
			return fmt.Errorf("the rules of %s: %v", w.Name, err)
		}
	}
	return nil
}
