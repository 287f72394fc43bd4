package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/internal/skin"
	"voxtide/render/scene"
)

// The tiles of a skin, by rows of four. Each covers a whole side of a limb; docs/skins.md shows them.
const (
	tileFace = iota
	tileHeadRight
	tileHeadLeft
	tileHeadBack
	tileHeadTop
	tileHeadBottom
	tileTorsoFront
	tileTorsoBack
	tileTorsoSide
	tileArmFront
	tileArmBack
	tileArmSide
	tileLegFront
	tileLegBack
	tileLegSide
	tileHand
)

// skinSlots are the layers behind those of the blocks that hold skins: skin.Tiles for each slot.
type skinSlots struct {
	first int // layer; 0: there are none
}

// layers returns how many layers of skins textures get: none where players have plain colours or tiles have another size.
func (k *skinSlots) layers(t *Textures, side int) int {
	if t.Player == nil || side != skin.TileSide || len(t.Layers)+scene.SkinSlots*skin.Tiles > MaxLayers {
		return 0
	}
	return scene.SkinSlots * skin.Tiles
}

// begin notes that textures were set.
func (k *skinSlots) begin(t *Textures, side int) {
	k.first = 0
	if k.layers(t, side) > 0 {
		k.first = len(t.Layers)
	}
}

// setSkins puts skins into their slots.
func (b *blockTextures) setSkins(all []scene.SkinUpload) {
	if len(all) == 0 || b.skins.first == 0 {
		return
	}
	b.bind()
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	for i := range all {
		if int(all[i].Slot) >= scene.SkinSlots || len(all[i].Pixels) != 4*skin.Side*skin.Side {
			continue
		}
		for tile := range skin.Tiles {
			layer := b.skins.first + int(all[i].Slot)*skin.Tiles + tile
			for level, pixels := range Mips(skin.Tile(all[i].Pixels, tile)) {
				s := int32(skin.TileSide >> level)
				gl.TexSubImage3D(gl.TEXTURE_2D_ARRAY, int32(level), 0, 0, int32(layer), s, s, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pixels))
			}
		}
	}
}

// skinLayers returns the layers of a limb of a player with a skin, by face; false for none.
func (b *blockTextures) skinLayers(slot uint8, s limbMaterial) (l [scene.MeshFaces]uint16, has bool) {
	if slot == 0 || int(slot) > scene.SkinSlots || b.skins.first == 0 {
		return l, false
	}
	tiles := [scene.MeshFaces]uint16{tileLegFront, tileLegFront, tileLegFront, tileLegBack, tileLegSide, tileLegSide} // down, up, north, south, west, east
	switch s {
	case materialSkin:
		tiles = [scene.MeshFaces]uint16{tileHeadBottom, tileHeadTop, tileFace, tileHeadBack, tileHeadLeft, tileHeadRight}
	case materialShirt:
		tiles = [scene.MeshFaces]uint16{tileTorsoFront, tileTorsoFront, tileTorsoFront, tileTorsoBack, tileTorsoSide, tileTorsoSide}
	case materialArm:
		tiles = [scene.MeshFaces]uint16{tileArmFront, tileArmFront, tileArmFront, tileArmBack, tileArmSide, tileArmSide}
	}
	for i := range l {
		l[i] = uint16(b.skins.first) + uint16(slot-1)*skin.Tiles + tiles[i]
	}
	return l, true
}

// skinTile returns the layer of a tile of a skin on all faces; false for none.
func (b *blockTextures) skinTile(slot uint8, tile uint16) (l [scene.MeshFaces]uint16, has bool) {
	if l, has = b.skinLayers(slot, materialSkin); has {
		for i := range l {
			l[i] = uint16(b.skins.first) + uint16(slot-1)*skin.Tiles + tile
		}
	}
	return l, has
}
