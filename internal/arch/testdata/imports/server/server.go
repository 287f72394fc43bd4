package server

import (
	_ "time"

	_ "voxtide/client" // want "goes sideways to client"
)
