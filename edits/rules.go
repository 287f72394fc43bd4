package edits

import (
	"voxtide/internal/wire"
	"voxtide/world"
)

// SetRules{Number} sets the rules of the game, coded by world.Rules.Bits.

// RulesEdit returns the edit that sets the rules.
func RulesEdit(g world.Rules) Edit { return Edit{Kind: SetRules, Number: g.Bits()} }

func applySetRules(w *world.World, e, inv *Edit) bool {
	g, ok := world.RulesOf(e.Number)
	if !ok {
		return false
	}
	*inv = RulesEdit(w.SetRules(g))
	inv.Author = e.Author
	return true
}

func writeSetRules(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, e.Number) }

func readSetRules(r *wire.Reader, e *Edit) {
	e.Number = r.Uvarint()
	if _, ok := world.RulesOf(e.Number); !ok {
		r.Fail(ErrValue)
	}
}
