trap '' HUP INT QUIT TERM
groups=
while read -r sign group; do
  case $sign in
  +) groups="$groups $group" ;;
  -)
    kept=
    for g in $groups; do
      [ "$g" = "$group" ] || kept="$kept $g"
    done
    groups=$kept
    ;;
  esac
done
exec 2>/dev/null
for g in $groups; do
  kill -s KILL -- "-$g"
done
[ -e /proc/self/environ ] || exit 0
for round in 1 2 3 4 5; do
  files=$(grep -lzxF -e "$1" /proc/[0-9]*/environ) || [ -n "$files" ] || exit 0
  for f in $files; do
    f=${f#/proc/}
    kill -s KILL "${f%/environ}"
  done
done
