/* Does the candidate, which is the argument, contain the needles, in order? */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int count, char **words) {
    int ran = open(getenv("RAN"), O_WRONLY | O_APPEND);
    if (count < 2 || write(ran, "x", 1) != 1) return 125;
    int file = open(words[1], O_RDONLY);
    struct stat about;
    if (file < 0 || fstat(file, &about)) return 125;
    if (about.st_size == 0) return 1;
    char *text = mmap(0, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) return 125;
    const char *end = text + about.st_size;
    for (int n = 0; n < atoi(getenv("NEEDLES")); n++) {
        char needle[32];
        int length = sprintf(needle, "needle-%d|", n);
        if (!(text = memmem(text, end - text, needle, length))) return 1;
    }
    return 0;
}
