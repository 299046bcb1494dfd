#include <stdio.h>

int twice(int n) { return n + n; }

int area(int width, int height) {
    return width * height;
}

int mean(int from, int to) {
    int sum = 0;
    int count = 0;
    printf("summing up\n");
    for (int i = from; i < to; i = i + 1) {
        sum = sum + twice(i);
        count = sum / (i - from);
        printf("%d\n", count);
    }
    return sum / count;
}

int main(void) {
    printf("%d\n", area(3, 4));
    return mean(1, 10);
}
