/* INTGR of the microgrid as a program: one JSON line in, one out, until there are no more. */
#include <math.h>
#include <stdio.h>

int main(void) {
    char line[4096];
    double a, b;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "{\"function\":\"INTGR\",\"args\":[[%lf,%lf]]}", &a, &b) == 2)
            printf("{\"result\":%.0f}\n", floor(1.068 * a + 1.007 * b));
        else
            printf("{\"error\":\"expected INTGR of two numbers\"}\n");
        fflush(stdout);
    }
    return 0;
}
