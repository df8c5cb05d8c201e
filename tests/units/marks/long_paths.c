// Paths of five thousand conditions: there is no room for the flips of all runs, and giving half of them up takes no
// time to speak of.
#include <acute.h>
//~FLAGS --executions 1000 --time 120
//~FUNCTION main outcome=executions branches=8/8
int main(void) {
    int v[100];
    for (int j = 0; j < 100; j++)
        ACUTE_input(v[j]);
    for (int j = 1; j < 100; j++) {
        int key = v[j], i = j - 1;
        while (i >= 0 && v[i] > key) {
            v[i + 1] = v[i];
            i--;
        }
        v[i + 1] = key;
    }
    return 0;
}
