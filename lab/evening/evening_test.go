package evening

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

var (
	crowd = flag.Int("crowd", 6, "bots of TestEvening")
	long  = flag.Duration("trouble", 6*time.Second, "how long the trouble of TestEvening lasts")
)

// TestEvening: with a crowd that builds, three griefers and a spammer with new keys and addresses, a moderator who is no operator keeps order
// with what the chat tells: links are not read, new keys do not get past the ban of an address, the village stands at the end, and the log
// tells who did what from where.
func TestEvening(t *testing.T) {
	seed := testrand.Seed(t)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	r, err := Play(ctx, Config{Dir: filepath.Join(t.TempDir(), "evening"), Crowd: *crowd, Duration: *long, Seed: seed})
	if r == nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	r.Write(&text)
	t.Logf("seed %d\n%s", seed, text.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range r.Check() {
		t.Error(wrong)
	}
}

func Example() {
	r := Report{Crowd: 56, CameIn: 56, SpamLives: 2, SpamTried: 30, SpamRead: 11, NewKeysRefused: 2, GriefersGone: []string{"griefer0: banned", "griefer1: banned", "griefer2: banned"}, ReturnsRefused: 3,
		VillageBlocks: 196, Broken: 40, Missing: 1, Denied: 3, Logged: LogCounts{Bans: 5, Refusals: 5, Addresses: 5}}
	fmt.Println(r.Check())
	// Output: [1 of 196 blocks of the village are missing]
}
