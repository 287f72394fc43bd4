package servers

import (
	"fmt"

	"voxtide/ui"
)

// Page is the list as the screens show it. Owner: the game's loop.
type Page struct {
	*List
	trouble string // why the list cannot be read or written, in words
}

// OpenPage opens the list in a folder. The error, of a file that cannot be read, is shown on the page, too.
func OpenPage(home string) (*Page, error) {
	l, err := Open(home)
	p := &Page{List: l}
	p.note(err)
	return p, err
}

func (p *Page) note(err error) {
	if err != nil {
		p.trouble = err.Error()
	}
}

// Fill asks the servers while the page is shown, and fills the state of the screens.
func (p *Page) Fill(shown bool, st *ui.Servers) {
	p.Watch(shown)
	st.Rows = st.Rows[:0]
	if !shown {
		return
	}
	st.Error = p.trouble
	for _, r := range p.Rows() {
		row := ui.Server{
			Name: r.Name, Address: r.Address, Local: r.Local, Asked: r.Asked, Online: r.Answer, About: r.Status.MOTD, Players: r.Status.Players, Most: r.Status.Most, Waiting: r.Status.Waiting,
			Ping: int((r.Ping.Microseconds() + 999) / 1000), Whitelist: r.Status.Whitelist, Frozen: r.Status.Frozen,
		}
		if r.Other {
			row.Other = fmt.Sprintf("protocol %d", r.Status.Protocol)
			if r.Status.Program != "" {
				row.Other += ", version " + r.Status.Program
			}
		}
		st.Rows = append(st.Rows, row)
	}
}

// Keep puts a server into the list.
func (p *Page) Keep(name, address string) { p.note(p.Add(name, address)) }

// Drop takes a server out of the list.
func (p *Page) Drop(address string) { p.note(p.Remove(address)) }
