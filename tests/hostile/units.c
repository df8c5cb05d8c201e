/* Units that attack. Each does its worst only for x > 3, so that the engine has to get there and to
   go on afterwards. Victims are made by the test and named by macros; without them nothing here can
   reach anything outside its own process. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef VICTIM_PID
#error "VICTIM_PID, VICTIM_FILE and VICTIM_PORT are given by the test"
#endif

int crash(int x) {
    if (x > 3) *(volatile int *)0x123456789000 = 1;
    return 0;
}

int loop(int x) {
    if (x > 3)
        for (;;)
            ;
    return 0;
}

int deep(int x) {
    volatile char frame[100];
    frame[0] = (char)x;
    if (x > 3) return deep(x) + frame[0];
    return 0;
}

/* The shared memory itself: counters, traces, nodes. */
int scribble_head(int x) {
    if (x > 3) memset((void *)0x630000000000, 0xff, 4096);
    return 0;
}

int scribble_all(int x) {
    if (x > 3) memset((void *)0x630000001000, 0xff, 140 << 20);
    return 0;
}

/* Every 4 KiB of what lies low, code and the runtime's variables included. */
int scribble_low(int x) {
    if (x > 3)
        for (volatile char *p = (volatile char *)0x400000; p < (volatile char *)0x800000; p += 64) *p = (char)x;
    return 0;
}

int scribble_stack(int x) {
    volatile char here = 0;
    /* By way of memory, or a compiler knows that it cannot end well and leaves it out. */
    volatile char *volatile start = &here;
    if (x > 3)
        for (volatile char *p = start, *end = p + (1 << 20); p < end; p++) *p = 'A';
    return here;
}

int leave(int x) {
    if (x > 3) _exit(7);
    return 0;
}

int leave_by_system_call(int x) {
    if (x > 3) syscall(231, 5);
    return 0;
}

int fork_once(int x) {
    if (x > 3) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        return child > 0;
    }
    return 0;
}

int kill_other(int x) {
    if (x > 3) return kill(VICTIM_PID, SIGKILL);
    return 0;
}

int kill_self(int x) {
    if (x > 3) kill(getpid(), SIGKILL);
    return 0;
}

int delete_file(int x) {
    if (x > 3) return unlink(VICTIM_FILE);
    return 0;
}

int overwrite_file(int x) {
    if (x > 3) {
        FILE *f = fopen(VICTIM_FILE, "w");
        if (f) {
            fputs("gone", f);
            fclose(f);
            return 1;
        }
    }
    return 0;
}

int rename_file(int x) {
    if (x > 3) return rename(VICTIM_FILE, VICTIM_FILE ".gone");
    return 0;
}

int write_with_signals_blocked(int x) {
    sigset_t all, before, now;
    if (x > 3) {
        sigfillset(&all);
        if (sigprocmask(SIG_BLOCK, &all, &before) != 0 || sigismember(&before, SIGUSR1)) abort();
        FILE *f = fopen(VICTIM_FILE, "w");
        if (f) return 1;
        f = fopen("own", "w");
        if (!f || fputs("own", f) < 0 || fclose(f) != 0 || unlink("own") != 0) abort();
        if (sigprocmask(SIG_SETMASK, &before, &now) != 0 || !sigismember(&now, SIGUSR1)) abort();
        if (syscall(14, SIG_SETMASK, 16, 0, 8) != -1 || errno != EFAULT) abort();
        return 2;
    }
    return 0;
}

int kill_everybody(int x) {
    if (x > 3 && kill(-1, SIGKILL) == 0) return 1;
    return 0;
}

int kill_parent(int x) {
    if (x > 3 && kill(getppid(), SIGKILL) == 0) return 1;
    return 0;
}

int trace_other(int x) {
    if (x > 3 && ptrace(PTRACE_ATTACH, VICTIM_PID, 0, 0) == 0) return 1;
    return 0;
}

int fork_bomb(int x) {
    if (x > 3)
        for (int n = 0; n < 1000; n++)
            if (fork() >= 0) n = 0;
    return 0;
}

int change_mode(int x) {
    if (x > 3) return chmod(VICTIM_FILE, 0);
    return 0;
}

int connect_somewhere(int x) {
    if (x > 3) {
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(VICTIM_PORT)};
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int s = socket(AF_INET, SOCK_STREAM, 0);
        return connect(s, (struct sockaddr *)&to, sizeof to);
    }
    return 0;
}

int ignore_signals(int x) {
    if (x > 3) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        signal(SIGSEGV, SIG_IGN);
        *(volatile int *)0x123456789000 = 1;
    }
    return 0;
}

int take_all_memory(int x) {
    if (x > 3) {
        char *p = malloc(100000000000ul);
        if (p) {
            p[0] = 1;
            return 1;
        }
        for (int i = 0; i < 100000; i++)
            if (!malloc(1 << 20)) return 2;
    }
    return 0;
}

int close_everything(int x) {
    if (x > 3)
        for (int fd = 0; fd < 256; fd++) close(fd);
    return 0;
}

int sleeper(int x) {
    if (x > 3) sleep(100);
    return 0;
}

/* Whom nobody wakes. */
int waiter(int x) {
    if (x > 3) pause();
    return 0;
}

int trap(int x) {
    if (x > 3) __builtin_trap();
    return 0;
}
