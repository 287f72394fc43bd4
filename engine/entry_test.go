package engine

import (
	"bytes"
	"encoding/hex"
	"testing"
)

func samples() []Entry {
	return []Entry{
		{N: 1, Claim: 7, Kind: Claimed, Holder: "north 1", Data: []byte("names of blocks")},
		{N: 300, Claim: 7, Before: Hash{1, 2, 31: 3}, Kind: Data, Data: []byte("a batch")},
		{N: 301, Claim: 900, Before: Hash{9}, Kind: Heartbeat},
	}
}

// TestEntryBytes holds the bytes of entries: logs outlive programs.
func TestEntryBytes(t *testing.T) {
	for i, want := range []string{
		"0101010700000000000000000000000000000000000000000000000000000000000000000" + "76e6f7274682031" + "6e616d6573206f6620626c6f636b73",
		"0102ac02070102000000000000000000000000000000000000000000000000000000000003" + "61206261746368",
		"0103ad0284070900000000000000000000000000000000000000000000000000000000000000",
	} {
		e := samples()[i]
		b := AppendEntry(nil, &e)
		if got := hex.EncodeToString(b); got != want {
			t.Errorf("entry %d is\n%s, want\n%s", i, got, want)
		}
		again, err := ReadEntry(b)
		if err != nil || !bytes.Equal(AppendEntry(nil, &again), b) {
			t.Errorf("entry %d: %v, %+v", i, err, again)
		}
		least := len(b) - len(e.Data)
		for n := range least {
			if _, err := ReadEntry(b[:n]); err == nil {
				t.Errorf("entry %d: %d of %d bytes are taken", i, n, len(b))
			}
		}
	}
	for name, e := range map[string]Entry{
		"no number": {Claim: 1, Kind: Data}, "no claim": {N: 1, Kind: Data}, "no kind": {N: 1, Claim: 1}, "unknown kind": {N: 1, Claim: 1, Kind: kindEnd},
		"heartbeat with data": {N: 1, Claim: 1, Kind: Heartbeat, Data: []byte{1}}, "too long": {N: 1, Claim: 1, Kind: Data, Data: make([]byte, DataMax+1)},
	} {
		if _, err := ReadEntry(AppendEntry(nil, &e)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	whole := Entry{N: 1 << 62, Claim: 1 << 62, Kind: Claimed, Holder: string(make([]byte, holderMax)), Data: make([]byte, DataMax)}
	if n := len(AppendEntry(nil, &whole)); n > EntryMax {
		t.Errorf("the largest entry has %d bytes", n)
	}
}

func FuzzEntry(f *testing.F) {
	for _, e := range samples() {
		f.Add(AppendEntry(nil, &e))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := ReadEntry(b)
		if err == nil && !bytes.Equal(AppendEntry(nil, &e), b) {
			t.Fatalf("%x written again is %x", b, AppendEntry(nil, &e))
		}
	})
}
