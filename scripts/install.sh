#!/bin/sh
# Installs the programs that Sextant uses: z3, the solver, and Graphviz, which draws models. With --targets also the servers that
# some of our own tests test: Redis, Mosquitto, memcached, vsftpd, beanstalkd and NATS; a package may start its server, too. The browser of the tests of the
# workbench, Chromium, and axe-core, which they check pages with, are installed with these. With --all these and cvc5, the second
# solver of --cross-check. What is found is left alone, and if all is found nothing is run and no rights are needed.
set -eu

usage() {
	echo "usage: scripts/install.sh [--all] [--targets]" >&2
	exit 2
}

say() { echo "install: $*"; }
warn() { echo "install: $*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

# manager prints the package manager of this system.
manager() {
	for m in apt-get dnf apk brew; do
		if have "$m"; then
			echo "$m"
			return
		fi
	done
}

# as_root runs a command, with sudo if that is needed.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif have sudo; then
		sudo "$@"
	else
		warn "this needs root and there is no sudo: $*"
		return 1
	fi
}

# refresh brings the list of packages up to date, once: on a bare machine there is none.
refreshed=no
refresh() {
	[ "$refreshed" = no ] || return 0
	refreshed=yes
	as_root apt-get update || warn "apt-get update failed; going on with the lists that are there"
}

# install_package NAME
install_package() {
	case "$(manager)" in
	apt-get)
		refresh
		as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
		;;
	dnf) as_root dnf install -y "$1" ;;
	apk) as_root apk add "$1" ;;
	brew) brew install "$1" ;;
	*)
		warn "no apt-get, dnf, apk or brew here: install the package $1 by hand"
		return 1
		;;
	esac
}

# need PROGRAM PACKAGE: finds the program or installs it.
need() {
	if have "$1"; then
		return 0
	fi
	say "$1 is missing, installing $2"
	install_package "$2" && have "$1"
}

# have_server PROGRAM: also where only root looks.
have_server() { have "$1" || [ -x "${SBIN:-/usr/sbin}/$1" ]; }

# need_server PROGRAM PACKAGE: finds the server or installs it.
need_server() {
	have_server "$1" || need "$1" "$2" || have_server "$1" || warn "$1 could not be installed; its tests are skipped"
}

# install_modules FOLDER MODULE CONSEQUENCE installs what a folder of the project is built with; MODULE, which tests use, is part of it.
install_modules() {
	folder=$1
	case "$0" in */*) folder=${0%/*}/../$1 ;; esac
	[ -d "$folder/node_modules/$2" ] && return 0
	have npm && (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --silent) || warn "npm could not install $2; $3"
}

all=no
targets=no
for argument in "$@"; do
	case "$argument" in
	--all) all=yes targets=yes ;;
	--targets) targets=yes ;;
	*) usage ;;
	esac
done

if ! need z3 z3; then
	warn "z3 could not be installed, and Sextant cannot work without it"
	warn "get it from your system's packages or from https://github.com/Z3Prover/z3/releases, and put it on the PATH"
	exit 1
fi
need dot graphviz || warn "Graphviz could not be installed; sextant graph will not write SVG, all else works"
if [ "$all" = yes ]; then
	need cvc5 cvc5 || warn "cvc5 could not be installed; --cross-check will use z3 with other settings"
fi
if [ "$targets" = yes ]; then
	need_server redis-server redis
	need_server mosquitto mosquitto
	need_server memcached memcached
	need_server vsftpd vsftpd
	need_server beanstalkd beanstalkd
	need_server nats-server nats-server
	have chromium-browser || have google-chrome || need chromium chromium || warn "chromium could not be installed; the tests of the workbench in a browser are skipped"
	install_modules web axe-core "pages are tested without it"
	install_modules editors/vscode vscode-textmate "the tests of the grammar for Visual Studio Code are skipped"
fi
