# A lamp in POSIX shell that talks to the tester in JSON lines. The lines are simple enough to be told apart by patterns.
#   sextant run examples/light/light.sxt --sut "exec:sh examples/light/adapters/lamp.sh"
level=0
while read -r line; do
	case $line in
	*'"press"'*) if [ "$level" -eq 0 ]; then level=3; else level=0; fi ;;
	*'"turn"'*)
		steps=${line##*[}
		steps=${steps%%]*}
		case ${#steps} in [1-9]) ;; *) steps=${steps%"${steps#??}"}00 ;; esac # far beyond the scale; the shell cannot count so far
		level=$((level + steps))
		if [ "$level" -gt 10 ]; then level=10; fi
		if [ "$level" -lt 1 ]; then level=1; fi ;;
	*'"timer"'*) if [ "$level" -gt 7 ]; then level=0; fi ;;
	esac
	printf '{"output": "lamp", "payload": [%d]}\n' "$level"
done
