/* Answers the sum of the numbers in a line, and nothing else of it. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	char line[4096];
	while (fgets(line, sizeof line, stdin)) {
		long total = 0;
		for (char *p = line; *p;) {
			char *end;
			long n = strtol(p, &end, 10);
			if (end == p) {
				p++;
				continue;
			}
			total += n;
			p = end;
		}
		printf("{\"result\": %ld}\n", total);
		fflush(stdout);
	}
	return 0;
}
