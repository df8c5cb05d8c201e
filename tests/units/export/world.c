// Tests are exported where a plain build does the same on any machine: not where a run starts programs that the sandbox
// of the search denies, names files outside its folder, signals another process or uses the network. What the sandbox
// denies is no bug.
//~FLAGS --time 20
//~FILE exit=0
//~EXPORTS tests=5 findings=0
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// 1 test: with 7 it starts a program, which ends otherwise than in the search.
//~FUNCTION command bugs=0
int command(int n) {
    return n == 7 ? system("exit 3") == 0x300 : 0;
}

//~FUNCTION output bugs=0
int output(int n) {
    char line[16];
    FILE *f = popen(n > 3 ? "echo yes" : "echo no", "r");
    if (!f)
        return -1;
    int is_read = fgets(line, sizeof line, f) != NULL;
    pclose(f);
    return is_read && line[0] == 'y';
}

// 2 tests: it writes into its own folder.
//~FUNCTION notes bugs=0
int notes(int n) {
    FILE *f = fopen("notes", "w");
    if (!f)
        return -1;
    fprintf(f, "%d", n > 10);
    fclose(f);
    struct stat s;
    return n > 10 ? stat("notes", &s) : 1;
}

//~FUNCTION elsewhere bugs=0
int elsewhere(int n) {
    FILE *f = fopen("/tmp/notes-of-a-test", "w");
    if (!f)
        return -1;
    fclose(f);
    return n;
}

//~FUNCTION machine bugs=0
int machine(int n) {
    FILE *f = fopen("/etc/hostname", "r");
    if (!f)
        return n;
    fclose(f);
    return n + 1;
}

// 2 tests: nothing is signalled, and only itself is.
//~FUNCTION signals bugs=0
int signals(int n) {
    if (n == 1)
        return kill(getppid(), 0);
    return n == 2 ? kill(getpid(), 0) : 0;
}

//~FUNCTION network bugs=0
int network(int n) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0)
        close(s);
    return s >= 0 && n;
}
