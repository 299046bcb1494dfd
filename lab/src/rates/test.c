/* Is the candidate, which is the argument or `input.c`, the original? */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static char one[1 << 20], two[1 << 20];
static long take(const char *path, char *place) {
    int file = open(path, O_RDONLY);
    return file < 0 ? -1 : read(file, place, 1 << 20);
}
int main(int count, char **words) {
    int ran = open(RAN, O_WRONLY | O_APPEND);
    if (write(ran, "x", 1) != 1) return 125;
    long size = take(count > 1 ? words[1] : "input.c", one);
    return size < 0 || size != take(ORIGINAL, two) || memcmp(one, two, size) != 0;
}
