package ui

// NetworkRow is a row of the page of the network: a choice of the netcode's method, one of its parameters, or a condition by
// which the network is made worse. What the rows mean is the caller's business.
type NetworkRow struct {
	Label     string
	Help      string // shown while the row is focused
	Slider    bool   // else a choice
	Position  int
	Positions int
	Text      string // the value as people read it
}

// networkPage changes the netcode's method and how bad the network is; each change takes effect at once.
func networkPage(u *UI, k *widgets) {
	rows := u.state.NetworkRows
	in := k.dialog(660, 680, "Network")
	foot := k.footerRow(&in, 2)
	about, c := "Each change takes effect at once. The network is as it was after the next start.", colourDim
	if i := u.topPage().focus; i < len(rows) {
		about = rows[i].Help
	}
	if u.state.NetworkRefused != "" {
		about, c = u.state.NetworkRefused, colourWarn
	}
	tall := in.h
	k.paragraph(&in, textSmall, c, about)
	in.cutTop(0, max(0, k.px(3*(textSmall+6)+8)-(tall-in.h))) // room for three lines, so that the rows stay in place
	k.list(in, len(rows), k.px(31), k.px(4), &u.topPage().scroll, func(i int, at rect) {
		row := rows[i]
		to := row.Position
		if row.Slider {
			k.slider(at, row.Label, &to, row.Positions-1, row.Text)
		} else {
			k.choice(at, row.Label, &to, row.Positions, row.Text)
		}
		if to != row.Position {
			u.request(Request{Kind: RequestNetwork, Row: i, Position: to})
		}
	})
	switch {
	case k.button(foot[0], "A good network"):
		u.request(Request{Kind: RequestNetwork, Row: -1})
	case k.button(foot[1], "Done"):
		u.back()
	}
}
