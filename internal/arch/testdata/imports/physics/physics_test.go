package physics

import _ "time"
