#!/usr/bin/env bash
# Sees to it that the client can be built here (`deps.sh build`), opened on a machine without a screen (`deps.sh build
# display`), that the pages can be tried (`deps.sh browser`), that WebAssembly runs (`deps.sh wasm`), that NATs can be
# made (`deps.sh nat`), and that lines for a firewall can be checked (`deps.sh firewall`). Looks first, and quickly: where all is there it does nothing and says nothing. On Debian it installs what
# is missing, as root or with sudo; where it may not it prints the one line that does, and exits 2.
set -euo pipefail

# Each row: what wants it, how to see that it is here, the package that has it.
#   @NAME  a browser, whatever it is called here
#   =NAME  a program     +NAME  a library that pkg-config knows     %NAME  a driver of OpenGL
rows='
build   =pkg-config  pkg-config
build   +gl          libgl-dev
build   +xrandr      libxrandr-dev
build   +xinerama    libxinerama-dev
build   +xcursor     libxcursor-dev
build   +xi          libxi-dev
build   +xxf86vm     libxxf86vm-dev
build   +alsa        libasound2-dev
display =Xvfb        xvfb
display =xauth       xauth
display =xdotool     xdotool
display %swrast      libgl1-mesa-dri
browser @chromium    chromium
wasm    =node        nodejs
nat     =ip          iproute2
nat     =nft         nftables
firewall =nft        nftables
'

# have CHECK: reports whether it is installed.
have() {
	case $1 in
	@*) command -v "${1#@}" || command -v chromium-browser || command -v google-chrome ;;
	=*) command -v "${1#=}" ;;
	+*) command -v pkg-config >/dev/null && pkg-config --exists "${1#+}" 2>/dev/null ;;
	%*) compgen -G "/usr/lib*/dri/${1#%}_dri.so" || compgen -G "/usr/lib/*/dri/${1#%}_dri.so" ||
		compgen -G '/usr/lib*/libgallium*.so' || compgen -G '/usr/lib/*/libgallium*.so' ;; # newer Mesas have but this
	esac
}

missing=()
while read -r who check package; do
	[[ " $* " == *" $who "* ]] || continue
	have "$check" >/dev/null || missing+=("$package")
done <<<"$rows"
[ ${#missing[@]} -gt 0 ] || exit 0

names="${missing[*]}"
if ! command -v apt-get >/dev/null; then
	echo "Missing here: what Debian calls $names. Install what your system calls it, then try again." >&2
	exit 2
fi
line="apt-get update && apt-get install -y --no-install-recommends $names"
as_root=()
if [ "$(id -u)" != 0 ]; then
	# Without a terminal sudo cannot ask for the password.
	if ! command -v sudo >/dev/null || { [ ! -t 0 ] && ! sudo -n true 2>/dev/null; }; then
		echo "To build and show the game this machine needs $names. As root, run:" >&2
		echo "$line" >&2
		exit 2
	fi
	as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -qq "$@" >>"$log" 2>&1; }
start=$SECONDS
echo "installing $names"
apt update || true # old lists may do; if not, the next line says what is wrong
if ! apt install -y --no-install-recommends "${missing[@]}"; then
	tail -n 20 "$log" >&2
	echo "That did not work. As root, run: $line" >&2
	exit 2
fi
echo "installed in $((SECONDS - start)) s"
