package linkmenu_test

import (
	"fmt"
	"os"
	"strings"

	"voxtide/client/links"
	"voxtide/cmd/internal/linkmenu"
	"voxtide/transport/secure"
)

type online []string

func (o online) Online() []string      { return o }
func (o online) Known(string) []string { return o }

// A player whose link is open becomes a friend, by the key of the link.
func Example() {
	home, _ := os.MkdirTemp("", "links")
	defer os.RemoveAll(home)
	menu, _ := linkmenu.Open(home, secure.Key{1})
	open := []links.Info{{Name: "ann", Key: secure.Key{2}, State: links.Linked, How: "lan"}}
	said, _ := menu.Command("/friend ann", links.All, open, online{"ann"})
	fmt.Println(said[0])
	said, _ = menu.Command("/peers", links.All, open, nil)
	fmt.Println(strings.Join(said, "\n"))
	// Output:
	// ann is a friend now, by the key with the fingerprint 5778 f985 db75 4c66 2869 1f56 fada e50c
	// ann  same network; friend
	//     key 5778 f985 db75 4c66 2869 1f56 fada e50c
	// your own key 01d0 fabd 251f cbbe 2b93 b4b9 27b2 6ad2
}
