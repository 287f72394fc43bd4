package textures

// Size is the width and height of a texture in pixels.
const Size = 16

// LayersMax is the largest number of layers of the array texture: a quad of a mesh has 11 bits for a layer.
const LayersMax = 2048
