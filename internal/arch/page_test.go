package arch

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of floors into ARCHITECTURE.md")

const (
	tableHead = "| floor | package | owns |\n| --- | --- | --- |\n"
	tableEnd  = "\n\n## Glossary"
)

// TestArchitecturePage holds the table of ARCHITECTURE.md against the rows of floors; -update writes it.
func TestArchitecturePage(t *testing.T) {
	var rows []string
	byLevel := slices.SortedFunc(maps.Keys(floors), func(a, b string) int {
		return cmp.Or(-cmp.Compare(floors[a].level, floors[b].level), cmp.Compare(a, b))
	})
	for _, pkg := range byLevel {
		row := floors[pkg]
		if pkg == "" {
			continue
		}
		star := ""
		if row.starred {
			star = "*"
		}
		rows = append(rows, fmt.Sprintf("| %d%s | `%s` | %s |", row.level, star, pkg, row.owns))
	}
	table := strings.Join(rows, "\n")
	name := filepath.Join(root, "ARCHITECTURE.md")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), tableHead)
	have, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatal("ARCHITECTURE.md has no table of floors before its glossary")
	}
	if *update {
		if err := os.WriteFile(name, []byte(before+tableHead+table+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Logf("%d rows", len(rows))
	for _, r := range rows {
		if !strings.Contains(have+"\n", r+"\n") {
			t.Errorf("ARCHITECTURE.md lacks the row\n\t%s\ngo test ./internal/arch -run TestArchitecturePage -update writes the table", r)
		}
	}
	if n := strings.Count(have, "\n") + 1; n != len(rows) {
		t.Errorf("the table of ARCHITECTURE.md has %d rows, floors has %d", n, len(rows))
	}
}
