package admin

import (
	"testing"

	"voxtide/commands"
)

// TestHandlersAreRows: each handler belongs to a row of the table of commands, and each row has a handler.
func TestHandlersAreRows(t *testing.T) {
	for _, row := range commands.All() {
		if handlers[row.Name].run == nil {
			t.Errorf("%s has a row, but no handler in commands.go", row.Name)
		}
	}
	for name := range handlers {
		if row := commands.Find(name); row == nil || row.Name != name {
			t.Errorf("%s has a handler, but no row", name)
		}
	}
}
