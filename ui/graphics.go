package ui

import (
	"fmt"

	"voxtide/settings"
)

// graphicsPage changes the options that decide how long a frame takes, and shows how long it takes now.
func graphicsPage(u *UI, k *widgets) {
	rows := optionsOn(settings.GraphicsPage)
	in := k.dialog(620, 2*pad+textHead+16+(len(rows)+2)*(rowHeight+rowGap)+textSmall+12, "Graphics")
	foot := k.footerRow(&in, 1)
	if p50, p99, _ := u.frameTimes.quantiles(); p50 > 0 {
		k.paragraph(&in, textSmall, colourDim, fmt.Sprintf("Now %.1f ms a frame (median), %.1f ms for the slowest of a hundred.", p50, p99))
		in.cutTop(0, k.px(6))
	}
	k.list(in, len(rows), k.px(rowHeight), k.px(rowGap), &u.topPage().scroll, func(i int, at rect) {
		if u.optionRow(rows[i], at) {
			u.optionsChanged()
		}
	})
	if k.button(foot[0], "Done") {
		u.back()
	}
}
