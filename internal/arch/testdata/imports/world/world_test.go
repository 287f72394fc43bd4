package world

import _ "voxtide/sim" // want "climbs to sim"
