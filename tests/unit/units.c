// The unit tests as one program: `units test_roc` runs one and ends with its exit status, `units` lists them.
// Each is a file that could be a separate program; the build gives its main the file's name.
#include <stdio.h>
#include <string.h>

#define UNIT(name) int name(void);
#include "units.inc"
#undef UNIT

static const struct {
    const char *name;
    int (*run)(void);
} units[] = {
#define UNIT(name) {#name, name},
#include "units.inc"
#undef UNIT
};

int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (argc < 2) puts(units[i].name);
        else if (!strcmp(units[i].name, argv[1])) return units[i].run();
    }
    if (argc > 1) fprintf(stderr, "%s: no unit has this name\n", argv[1]);
    return argc > 1 ? 2 : 0;
}
