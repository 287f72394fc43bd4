package ui

// pausePage is what Esc opens in a world. A world goes on meanwhile: nobody can pause the others.
func pausePage(u *UI, k *kit) {
	in := k.sheet(340, 4*(rowHeight+rowGap)+90, "Menu")
	leave := "Disconnect"
	if u.state.Own {
		leave = "Save and leave"
	}
	switch {
	case k.button(k.row(&in), "Resume"):
		u.back()
	case k.button(k.row(&in), "Settings"):
		u.open(pageSettings)
	case k.button(k.row(&in), leave):
		u.wish(Wish{Want: WantLeave})
	case k.button(k.row(&in), "Quit the game"):
		u.wish(Wish{Want: WantQuit})
	}
}
