package settings

// serverTemplate is the file of a first start. TestServerFile keeps it equal to DefaultServer.
const serverTemplate = `# Settings of the Voxtide server. Flags of the command win over this file. A change takes effect at the next start; changes
# of rules, motd, players, view_distance, update_rate, mode, methods, whitelist, spawn_protection, pvp, direct_links, skins, snapshot_seconds,
# linger_seconds, items_last_seconds, chat_rate, chat_kick, chat_words, chat_filter, newcomers, newcomer_minutes, afk_minutes, address_days, reserved_slots, queue, status, rules_page, announcements, announce_minutes, [backup] and
# [[webhook]] also when "reload" is typed on the console or the server gets SIGHUP.

# UDP address to listen on: "HOST:PORT", or ":PORT" for all addresses of this machine.
listen = ":7400"

# The world: a name below the data folder's "worlds", or a path with a slash, which begins at the data folder or at the root.
world = "world"

# Seed of the world's land, a number from 0 to 18446744073709551615 (in quotation marks where it is long), at the first start alone; "": one of
# chance. A world keeps the seed that it was made with.
seed = ""

# Maximum number of players.
players = 100

# Places beyond that for operators and for players whose role has slots, 0 to 1000.
reserved_slots = 8

# How many players may wait for a place when the server is full, in order, 0 to 1000; 0: none, who comes then is turned away.
queue = 20

# Maximum view distance of players, in blocks, 16 to 320. Players may choose less.
view_distance = 192

# Maximum number of updates a second to each player, 10 to 60. Fewer save bandwidth, and cause no corrections.
update_rate = 60

# Game mode of new players: "creative" or "survival".
mode = "creative"

# Items of new players, such as "flint_pick, bread 5": names as in the command "give", with a number each, and commas between
# them; "" for what the mode gives: blocks to build with in creative mode, nothing in survival mode.
starting_items = ""

# Rules of the game that differ from the usual ones, such as "difficulty hard, keep_things on", with commas between them:
# difficulty (peaceful, easy, normal or hard), falls, hunger, keep_things, day_stops (on or off). Usual are difficulty normal, falls on
# and hunger on. The command "rule" changes them in the game, and wins over this line.
rules = ""

# "own": each player's time is judged as this server does it, which hides the network and corrects nobody without a cause.
# "any": players may choose another method for themselves ("client --strategy"), to compare. It lets nobody cheat.
methods = "own"

# "ack": what players see acknowledged is on the disk and survives a power cut.
# "interval": faster on slow disks; a crash or a power cut may lose the last second.
durability = "ack"

# HTTP address of the metrics, such as "127.0.0.1:7401"; "" for none. Keep it on loopback.
metrics = ""

# Whether Go's profiles are served at this address, too, below /debug/pprof/: they show much of what the server does, and
# cost time while they are taken.
profiles = false

# HTTP address of a web map of the world, such as "127.0.0.1:7402"; ":PORT" is open to this machine alone, "0.0.0.0:PORT" to
# all; "" for none. The map shows everybody who can reach it the terrain from above, now and earlier.
map = ""

# Whether the map shows players, with their names. Players below ground are never shown.
map_players = true

# Whether the map shows claims with the names of their owners, and regions.
map_regions = false

# Host names by which map and metrics may be requested over HTTP, with spaces between them, such as "map.example.org": names
# that lead to this machine, or that a proxy passes on. Addresses and localhost are always allowed.
web_names = ""

# Where programs and the page /admin give commands, with spaces between addresses: "local" is a socket in the data folder for this user
# and root alone, which "server ctl" uses; "unix:PATH" one elsewhere; "127.0.0.1:7403" is HTTP, for those who have a token of "server token
# add". "" for nowhere. Of HOST:PORT keep HOST on loopback, and put a proxy with TLS before it: tokens pass in the clear.
control = "local"

# Where panels give commands by RCON, such as "127.0.0.1:25575", with a token for a password; "" for nowhere. It is not encrypted: keep it
# on loopback.
rcon = ""

# true: who asks over the game's own port learns without joining how many play here, the first line of motd and the version: server lists
# show it. false: nobody does.
status = true

# true: the list of servers of players in the same local network shows this server.
lan = true

# Maximum bandwidth of terrain to each player while it loads, in bytes a second; 0 for no limit.
world_bytes_per_second = 0

# How many goroutines write what players are told, side by side, up to 256; 0: as many as the machine has cores, up to 16.
relays = 0

# Memory that the server tries to stay below, in megabytes, by collecting garbage more often; 0 for none. It is no bound on what the world and
# its players need: give it a third more than that.
memory_limit = 0

# true: the log names the address of each player who joins or is not let in. false: a number stands for each address, the same for as long
# as this server has its key, so that the log still tells who came from the same place.
log_addresses = true

# A file for the server's log, beside what a terminal shows; "": the standard error takes it, for journald or a container to keep. A relative
# path begins at the data folder.
log_file = ""

# How large the file becomes, in MB, 1 to 4096; it ends with its day, too. It gets the time in its name then, and is compressed.
log_file_mb = 16

# How many files that are over are kept, 0 to 1000; the oldest are removed.
log_files = 10

# With log_addresses = false: for how many days the number of a banned address is kept at most, 1 to 3650, and its ban with it; 0: as long
# as the ban lasts.
address_days = 90

# How many lines and gestures a player may say in ten seconds, 1 to 200; clients know it and refuse further ones themselves.
chat_rate = 8

# How many refused lines within ten seconds end a player's session, 1 to 1000; 0: none do.
chat_kick = 50

# A file with words that are not to be said in the chat, in private, by letter, on signs and in new names: one on each line; "" for none. A
# relative path begins at the data folder. See docs/running-a-server.md.
chat_words = ""

# What becomes of a line with one of them: "mask": it is read with stars in its place; "refuse": nobody reads the line, and its player is told
# why. Signs and names are refused.
chat_filter = "mask"

# For how many days what is said, and which commands are given, can be searched with the command "search", 1 to 3650; 0: it is not kept.
chat_history_days = 30

# Private messages and letters can be searched, too, by operators.
chat_history_private = false

# For how many days it is kept what players pick up, drop, put into boxes, make and trade, for the command "items", 1 to 3650; 0: it is not.
item_history_days = 30

# What players may do who are new here: "all": what everybody may; "watched": for their first minutes of play neither claim land, nor place
# lava, nor say or write links; "asked": look around alone, until "accept NAME" is given for them.
newcomers = "all"

# Minutes of play for which a player is new with newcomers = "watched", 1 to 10000. "accept NAME" ends it sooner.
newcomer_minutes = 30

# Minutes without an action after which a player is sent away, 1 to 1440; 0: never. Operators stay.
afk_minutes = 0

# Message of the day, shown to each player who joins; "\n" between lines, "" for none.
motd = ""

# What is asked of players here, as the command "rules" shows it: at most 32 lines, which may stand between """.
rules_page = ""

# Lines that are told to all, one after the other, each announce_minutes (0: never): at most 32.
announcements = ""
announce_minutes = 15

# true: only whitelisted players and operators may join. "whitelist add NAME" adds a player; "whitelist on" and "whitelist
# off" win over this line from then on.
whitelist = false

# Radius around the spawn point in which only operators build, in blocks, 0 to 1000; 0 for none.
spawn_protection = 0

# true: players may strike each other, with a left click within reach. A struck player is knocked back and hurt, as the
# difficulty says.
pvp = false

# true: players near each other who both ask for it are introduced to each other, and see each other's actions sooner, over a link of
# their own. Each then sees the other's internet address, and nobody else's. false: nobody is introduced.
direct_links = true

# true: players see each other in the skins that they have chosen. false: in colours that the game gives them.
skins = true

# Textures and sounds that players get, if they want them: a folder or a zip file, which begins at this folder. docs/resource-packs.md says what is
# in it. "": none. It takes effect at the next start.
resource_pack = ""

# true: players see the land beyond their view distance, coarsely, up to 2048 blocks: heights, colours, and what was built on it. false:
# they see no farther than their view distance. It takes effect at the next start.
far_land = true

# Seconds between snapshots of all changed sections, 5 to 3600. Acknowledged changes are on the disk anyway; this bounds how
# much a start has to replay.
snapshot_seconds = 30

# How long a player with a lost connection stays in the world, in seconds, 1 to 3600.
linger_seconds = 60

# Number of backups to keep that "backup" without a folder made, 0 to 1000; 0 keeps all of them.
backups = 0

# How many days the history of changes is kept, for "who" and "rollback", 1 to 3650; 0 for ever.
history_days = 30

# Lifetime of dropped items, in seconds, up to a week; 0 for ever.
items_last_seconds = 300

# After how many days without its player a name is free again, 1 to 3650; 0 for never. Only days on which the server runs
# count. Players who have built something, own land or are named in access.toml keep their names for ever.
names_days = 180

# Minutes that a player must have played here for each claim of land, up to 10000; 0 for none. Operators may always claim, for
# other players, too.
claim_minutes = 60

# Copies that are made by themselves. Each is read to the end afterwards, with half of a core at most, and counts only if it is in order.
[backup]

# When: minute, hour, day, month and weekday as in cron, such as "0 4 * * *" for each day at 4:00; "" for not so.
at = ""

# And each time that this has passed since the last one, such as "6h" or "30m", 5s at least; "" for not so.
every = ""

# Which copies in order are kept: the last ones, and the newest of each of the last hours, days and weeks that have one, such as
# {last = 3, hourly = 24, daily = 7, weekly = 4}; all zero: as "backups" above says. The newest is always kept, and so are copies that were
# not looked over or are damaged.
keep = {last = 0, hourly = 0, daily = 0, weekly = 0}

# The folder of the copies, a path that begins at the data folder or at the root; "" for "backups" beside "worlds". On another disk copies
# are whole; on that of the world they share files with it.
to = ""

# No copy is made while less than this is free on the disk of the copies.
min_free = "10%"

# A program that is called with each copy in order, with its folder for %s, such as "/usr/local/bin/push %s"; "" for none. No shell reads
# the line.
after = ""

# Events that are posted to an address of the web, one section for each; those there are: join, leave, refused, ended, chat, death, command,
# rollback, frozen, backup, started, stopping. The template is "discord", "slack", "json", or one of your own:
# see docs/running-a-server.md.
#
# [[webhook]]
# url = "https://discord.com/api/webhooks/ID/SECRET"
# events = ["join", "leave", "chat", "frozen"]
# template = "discord"

# Worlds beside the one above, in the same process, one section for each: players go there with "world NAME" or through a region with
# to=NAME, and their names, bans and roles are the same in all; what they carry, land and backups are each world's own.
# mode and rules as above where they are left out; seed and generator count when the world is made; only names the
# roles whose holders, beside operators, may go there.
#
# [[worlds]]
# name = "mine"
# mode = "survival"
# rules = "difficulty hard"
# seed = 5
# generator = 3
# only = ["builder"]
`
