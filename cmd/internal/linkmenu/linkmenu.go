// Package linkmenu is what a player says and sees of direct links: the friends, the commands of the chat that the game itself
// carries out, and the rows of the screens.
//
// Job: a Menu keeps the friends of friends.toml and the player's own key, answers /peers, /friend and /unfriend, and fills in
// ui.Links from what the client knows. Owner: the goroutine of the window. Data flow: a client's links in; lines of chat, rows and the
// keys of friends out. Nothing is sent to a server.
//
// Invariants: a fingerprint is that of the key with which the link's handshake was done, or of the offer, never a text of the server's;
// a friend's key is only changed by removing the friend; friends that cannot be read are none, and their file is not overwritten.
package linkmenu

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"voxtide/client/links"
	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/transport/secure"
	"voxtide/ui"
)

// Menu is the player's side of direct links.
type Menu struct {
	own     secure.Key
	friends *settings.Friends
	trouble string // why the friends cannot be read, "" if they can
}

// Open reads the friends from the folder of a player with a key. Friends that cannot be read are an error, with which the menu
// works and has none.
func Open(home string, own secure.Key) (*Menu, error) {
	m := &Menu{own: own}
	var err error
	if m.friends, err = settings.ReadFriends(filepath.Join(home, "friends.toml")); err != nil {
		m.trouble = err.Error()
	}
	return m, err
}

// Keys returns the keys of the friends.
func (m *Menu) Keys() (out []secure.Key) {
	for _, key := range m.friends.Keys() {
		out = append(out, secure.Key(key))
	}
	return out
}

// AddFriend makes the player of a name and a key a friend, and returns what to tell the player.
func (m *Menu) AddFriend(name string, key secure.Key) (said string) {
	if key == m.own {
		return "this is your own key: friends need it, and you need theirs"
	}
	if err := m.friends.Add(settings.Friend{Name: name, Key: key}); err != nil {
		return trim(err)
	}
	return fmt.Sprintf("%s is a friend now, by the key with the fingerprint %s", name, ui.Grouped(key.String()))
}

// Command carries out a line of the chat, if it is a command for the game itself. What it returns is for the player to read.
func (m *Menu) Command(line string, mode links.Mode, all []links.Info, online commands.Names) (said []string, mine bool) {
	if !strings.HasPrefix(line, "/") {
		return nil, false
	}
	row, rest, err := commands.Split(line)
	if err != nil || !row.Local {
		return nil, false
	}
	call, err := row.Parse(rest, online)
	if err != nil {
		return []string{err.Error()}, true
	}
	name := call.Get("NAME")
	switch {
	case row.Name == "peers":
		return m.peers(mode, all), true
	case row.Name == "unfriend":
		return []string{m.removeFriend(name.Text)}, true
	case !name.Given:
		return m.list(), true
	case call.Get("KEY").Given:
		key, err := settings.ParseFriendKey(call.Get("KEY").Text)
		if err != nil {
			return []string{trim(err)}, true
		}
		return []string{m.AddFriend(name.Text, key)}, true
	}
	return m.pin(name.Text, all), true
}

// pin makes the player of a link a friend, by the key of that link.
func (m *Menu) pin(name string, all []links.Info) []string {
	for i := range all {
		if !strings.EqualFold(all[i].Name, name) {
			continue
		}
		return []string{m.AddFriend(all[i].Name, all[i].Key),
			"The server introduced you: compare the fingerprint with " + all[i].Name + " outside of the game before you rely on it."}
	}
	return []string{fmt.Sprintf("there is no link with %s, so the key is not known here. Give /friend %s KEY, with the digits that %s sees under /friend", name, name, name)}
}

func (m *Menu) removeFriend(name string) string {
	switch was, err := m.friends.Remove(name); {
	case err != nil:
		return trim(err)
	case !was:
		return fmt.Sprintf("no friend is called %s; /friend lists them", name)
	}
	return name + " is not a friend any more"
}

// list returns the own key and the friends.
func (m *Menu) list() (out []string) {
	out = append(out, "Your key, to give to friends: "+hex.EncodeToString(m.own[:]), "Its fingerprint: "+ui.Grouped(m.own.String()))
	if m.trouble != "" {
		return append(out, m.trouble)
	}
	for _, f := range m.friends.All() {
		out = append(out, fmt.Sprintf("friend %s  %s", f.Name, ui.Grouped(secure.Key(f.Key).String())))
	}
	if len(m.friends.All()) == 0 {
		out = append(out, "You have no friends yet: /friend NAME KEY adds one.")
	}
	return out
}

// peers returns a line for each link.
func (m *Menu) peers(mode links.Mode, all []links.Info) (out []string) {
	for i := range all {
		row := m.row(&all[i])
		line := row.Name + "  " + row.Summary()
		switch {
		case row.Stranger:
			line += "; not your friend of that name"
		case row.Friend != "":
			line += "; friend"
		}
		out = append(out, line, "    key "+ui.Grouped(row.Fingerprint))
	}
	if len(all) == 0 {
		out = append(out, fmt.Sprintf("no direct link; you allow: %s (settings, Direct links)", mode))
	}
	return append(out, "your own key "+ui.Grouped(m.own.String()))
}

// Fill fills in what the screens show of the links of a session.
func (m *Menu) Fill(st *ui.Links, all []links.Info) {
	st.Key, st.Trouble = hex.EncodeToString(m.own[:]), m.trouble
	st.Rows = st.Rows[:0]
	for i := range all {
		st.Rows = append(st.Rows, m.row(&all[i]))
	}
}

// row returns the row of a link.
func (m *Menu) row(l *links.Info) ui.LinkRow {
	r := ui.LinkRow{Name: l.Name, Fingerprint: l.Key.String(), How: l.How, RoundTrip: float64(l.RoundTrip) / float64(time.Millisecond), Loss: l.Loss, Lies: l.Lies}
	if l.State != links.Linked {
		r.State = l.State.String()
	}
	if l.State == links.Closed {
		if r.Why = l.Why; barredWords[l.Why] != "" {
			r.Why, r.Barred = barredWords[l.Why], true
		}
	}
	if f, ok := m.friends.Of(l.Key); ok {
		r.Friend = f.Name
	} else {
		_, r.Stranger = m.friends.Named(l.Name)
	}
	return r
}

// barredWords say to people why a link is closed for the rest of the session.
var barredWords = map[string]string{
	protocol.LinkLies.String():   "what came over it was not what the server saw",
	protocol.LinkBroken.String(): "what came over it cannot be read",
}

// trim returns the text of an error without the name of the package.
func trim(err error) string { return strings.TrimPrefix(err.Error(), "settings: ") }
