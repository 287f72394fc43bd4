package main

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"voxtide/commands"
	"voxtide/settings"
)

// TestOptionsDocs: the page on running a server names each command under its permission, and each setting.
func TestOptionsDocs(t *testing.T) {
	b, err := os.ReadFile("../../docs/running-a-server.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[commands.Permission]string{}
	for line := range strings.Lines(string(b)) {
		for p, head := range map[commands.Permission]string{
			commands.Everyone: "| everyone |", commands.OwnerOnly: "| everyone, on what is theirs", commands.OperatorsOnly: "| operators |", commands.ConsoleOnly: "| the console |",
		} {
			if strings.HasPrefix(line, head) {
				lines[p] = line
			}
		}
	}
	for _, row := range commands.All() {
		if !strings.Contains(lines[row.Permission], "`"+row.Name+"`") {
			t.Errorf("%s is not named as being for %v", row.Name, row.Permission)
		}
	}
	s := reflect.TypeFor[settings.Server]()
	for i := range s.NumField() {
		if key := s.Field(i).Tag.Get("toml"); !strings.Contains(string(b), "| `"+key+"` |") {
			t.Errorf("the setting %s is not named", key)
		}
	}
}
