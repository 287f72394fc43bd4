package world

// natureKinds returns what grows and lies about.
func natureKinds() (out []KindInfo) {
	for _, name := range []string{"blue_flower", "white_flower", "reed", "flax", "berries_bush", "glow_cap"} {
		out = append(out, plant(name, name, TintNone, false))
	}
	out[5].Light = 6
	pumpkin := plain("pumpkin", 500, SoundWood, "pumpkin").by(ToolAxe).in(GroupNature)
	hay := plain("hay", 300, SoundGrass, "hay").in(GroupNature)
	hay.Class = ClassPillar
	moss := plain("moss", 300, SoundGrass, "moss").in(GroupNature)
	return append(out, pumpkin.looks(pillar("pumpkin_top", "pumpkin_side")), hay.looks(pillar("hay_top", "hay_side")), moss)
}
