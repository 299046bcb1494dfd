/* A machine with a stack and named cells, which runs a program line by line. It has three bugs, of
   which FIXED repairs each: `swap` believes that there are two values, `store` forgets that a name may
   be longer than its cell, and `back` does not notice that it goes round for ever. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 10000, DEPTH = 64, NAME = 12 };

struct cell {
    char *name;
    long value;
};

static char *lines[LINES];
static int count;
static long stack[DEPTH];
static int depth;
static struct cell cells[100];
static int used;

static void push(long value) {
    if (depth < DEPTH) stack[depth++] = value;
}

static long pop(void) { return depth > 0 ? stack[--depth] : 0; }

static void swap(void) {
#ifdef FIXED
    if (depth < 2) return;
#endif
    assert(depth >= 2 && "swap needs two values");
    long top = stack[depth - 1];
    stack[depth - 1] = stack[depth - 2];
    stack[depth - 2] = top;
}

static struct cell *find(const char *name) {
    for (int i = 0; i < used; i++)
        if (strcmp(cells[i].name, name) == 0) return &cells[i];
    return NULL;
}

static void store(const char *name) {
    struct cell *cell = find(name);
    if (!cell) {
        if (used == 100) return;
        cell = &cells[used++];
#ifdef FIXED
        cell->name = malloc(strlen(name) + 1);
#else
        cell->name = malloc(NAME);
#endif
        strcpy(cell->name, name);
    }
    cell->value = pop();
}

static void load(const char *name) {
    struct cell *cell = find(name);
    push(cell ? cell->value : 0);
}

/* Returns the line that follows. */
static int step(int at) {
    char word[80] = "", argument[80] = "";
    sscanf(lines[at], "%79s %79s", word, argument);
    if (strcmp(word, "push") == 0) push(atol(argument));
    else if (strcmp(word, "add") == 0) push(pop() + pop());
    else if (strcmp(word, "drop") == 0) pop();
    else if (strcmp(word, "swap") == 0) swap();
    else if (strcmp(word, "store") == 0) store(argument);
    else if (strcmp(word, "load") == 0) load(argument);
    else if (strcmp(word, "back") == 0 && pop() > 0) {
        int target = at - atoi(argument);
#ifdef FIXED
        lines[at] = "";
#endif
        return target < 0 ? 0 : target;
    } else if (word[0] != '\0' && strcmp(word, "back") != 0) {
        fprintf(stderr, "line %d: what is `%s`?\n", at + 1, word);
        exit(2);
    }
    return at + 1;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) return 2;
    char line[200];
    while (count < LINES && fgets(line, sizeof line, file)) lines[count++] = strdup(line);
    for (int at = 0; at < count;) at = step(at);
    printf("%d values, %d cells\n", depth, used);
    return 0;
}
