package server

import (
	_ "time"

	_ "voxtide/client"        // want "goes sideways to client"
	_ "voxtide/predict/rival" // want "only client, lab may"
)
