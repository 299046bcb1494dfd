/* What gcc's -fsanitize-coverage=trace-pc calls at each block of a program: remembers where it was called
   from, and writes these places, one a line, to the file `places` when the program exits. */

#include <stdint.h>
#include <stdio.h>

extern char __executable_start;

static unsigned char seen_at[1 << 23];

__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    uintptr_t place = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start;
    if (place < sizeof seen_at)
        seen_at[place] = 1;
}

__attribute__((destructor, no_sanitize_coverage)) static void write_places(void)
{
    FILE *out = fopen("places", "w");
    uintptr_t place;
    if (!out)
        return;
    for (place = 0; place < sizeof seen_at; place++)
        if (seen_at[place])
            fprintf(out, "%lx\n", (unsigned long)place);
    fclose(out);
}
