/* A unit that tries one thing and says how it went:
 *
 *     attempt NAME [ARGUMENT]   prints "result R errno E trapped N"
 *
 * R is what the call returned, N the system call the filter trapped or -1. The SIGSYS handler
 * does what the runtime of a real unit does: note the call and let it return -EPERM.
 * Where the sandbox fails, an attempt hurts nothing but the victim named as its argument. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <ucontext.h>
#include <unistd.h>

static volatile sig_atomic_t trapped = -1;

static void on_sigsys(int signal, siginfo_t *info, void *context) {
    (void)signal;
    trapped = info->si_syscall;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
}

static const char *argument;
static char text[4096];

/* The one child a failed sandbox lets through ends at once. */
static long child(long pid) {
    if (pid == 0) _exit(0);
    return pid;
}

/* processes */
static long do_fork(void) { return child(syscall(SYS_fork)); }
static long do_vfork(void) {
    long pid = vfork();
    if (pid == 0) _exit(0);
    return pid;
}
static long do_clone(void) { return child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static long do_clone_high_bits(void) {
    return child(syscall(SYS_clone, ((long)CLONE_THREAD << 32) | SIGCHLD, 0, 0, 0, 0));
}
static long do_clone3(void) {
    struct { unsigned long flags, pidfd, child_tid, parent_tid, exit_signal, stack, size, tls; } a;
    memset(&a, 0, sizeof a);
    a.exit_signal = SIGCHLD;
    return child(syscall(SYS_clone3, &a, sizeof a));
}
static void *thread(void *p) {
    *(int *)p = 42;
    return p;
}
static long do_thread(void) {
    pthread_t t;
    int value = 0;
    errno = pthread_create(&t, NULL, thread, &value);
    if (errno) return -1;
    pthread_join(t, NULL);
    return value;
}
static long do_kill(void) { return kill(atoi(argument), SIGKILL); }
static long do_kill_group(void) { return kill(-atoi(argument), SIGKILL); }
static long do_tkill(void) { return syscall(SYS_tkill, atoi(argument), SIGKILL); }
static long do_tgkill(void) { return syscall(SYS_tgkill, atoi(argument), atoi(argument), SIGKILL); }
static long do_sigqueue(void) { return sigqueue(atoi(argument), SIGKILL, (union sigval){0}); }
static long do_pidfd(void) {
    int fd = syscall(SYS_pidfd_open, atoi(argument), 0);
    return fd < 0 ? fd : syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
}
static long do_ptrace(void) {
    long result = ptrace(PTRACE_ATTACH, atoi(argument), 0, 0);
    if (result == 0) ptrace(PTRACE_DETACH, atoi(argument), 0, 0);
    return result;
}
static long do_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", atoi(argument));
    return open(path, O_RDONLY);
}
static long do_priority(void) { return setpriority(PRIO_PROCESS, atoi(argument), 19); }
static long do_affinity(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return sched_setaffinity(atoi(argument), sizeof set, &set);
}
static long do_prlimit(void) {
    struct rlimit limit = {0, 0};
    return prlimit(atoi(argument), RLIMIT_CORE, &limit, NULL);
}
static volatile sig_atomic_t heard;
static void on_usr1(int signal) { heard = signal; }
static long do_raise(void) {
    signal(SIGUSR1, on_usr1);
    return raise(SIGUSR1) == 0 ? heard : -1;
}
static long do_abort(void) { abort(); }
static long do_exec(void) {
    char *arguments[] = {(char *)argument, NULL};
    return execv(argument, arguments);
}
static long do_exec_self(void) { return execl("/proc/self/exe", "attempt", "nothing", NULL); }

/* files */
static long do_unlink(void) { return unlink(argument); }
static long do_overwrite(void) { return open(argument, O_WRONLY); }
static long do_append(void) { return open(argument, O_WRONLY | O_APPEND); }
static long do_truncate(void) { return truncate(argument, 0); }
static long do_open_truncate(void) { return open(argument, O_RDONLY | O_TRUNC); }
static long do_rename(void) {
    snprintf(text, sizeof text, "%s.moved", argument);
    return rename(argument, text);
}
static long do_create(void) {
    snprintf(text, sizeof text, "%s.new", argument);
    return open(text, O_CREAT | O_WRONLY, 0600);
}
static long do_mkdir(void) {
    snprintf(text, sizeof text, "%s.dir", argument);
    return mkdir(text, 0700);
}
static long do_symlink(void) {
    snprintf(text, sizeof text, "%s.link", argument);
    return symlink(argument, text);
}
static long do_steal(void) { return rename(argument, "stolen"); }
static long do_link(void) { return link(argument, "linked"); }
static long do_chmod(void) { return chmod(argument, 0777); }
static long do_fchmod(void) { return fchmod(open(argument, O_RDONLY), 0777); }
static long do_fchmodat2(void) { return syscall(452, AT_FDCWD, argument, 0777, 0); }
static long do_chown(void) { return chown(argument, getuid(), getgid()); }
static long do_utimes(void) {
    struct timeval then[2] = {{1000, 0}, {1000, 0}};
    return syscall(SYS_utimes, argument, then);
}
static long do_futimens(void) {
    struct timespec then[2] = {{1000, 0}, {1000, 0}};
    return futimens(open(argument, O_RDONLY), then);
}
static long do_setxattr(void) {
    return syscall(SYS_setxattr, argument, "user.acute", "x", 1, 0);
}
static long do_setflags(void) {
    int flags = 0x40; /* FS_NODUMP_FL */
    return ioctl(open(argument, O_RDONLY), 0x40086602, &flags);
}
static long do_mknod(void) {
    snprintf(text, sizeof text, "%s.fifo", argument);
    return syscall(SYS_mknod, text, S_IFIFO | 0600, 0);
}
static long do_read(void) { return read(open(argument, O_RDONLY), text, sizeof text); }
static long do_list(void) { return open(argument, O_RDONLY | O_DIRECTORY); }
/* In the scratch folder, which is the working directory: everything a program does. */
static long do_scratch(void) {
    int fd;
    if (mkdir("d", 0700)) return -1;
    if ((fd = open("d/a", O_CREAT | O_RDWR | O_TRUNC, 0600)) < 0) return -2;
    if (write(fd, "hello", 5) != 5 || ftruncate(fd, 2) || close(fd)) return -3;
    if (rename("d/a", "b")) return -4;
    if (truncate("b", 1)) return -5;
    if (symlink("b", "c") || unlink("c") || link("b", "e") || unlink("e")) return -6;
    if (rmdir("d")) return -7;
    return 0;
}
static long do_dev_null(void) {
    FILE *file = fopen("/dev/null", "w");
    return file && fputs("x", file) >= 0 && fclose(file) == 0 ? 0 : -1;
}

/* the network */
static long do_connect(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argument))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return fd < 0 ? fd : connect(fd, (struct sockaddr *)&to, sizeof to);
}
static long do_connect_kept(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(1)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(atoi(argument), (struct sockaddr *)&to, sizeof to);
}
static long do_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static long do_socketpair(void) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
}

/* the kernel */
static long do_io_uring(void) {
    char parameters[120] = {0};
    return syscall(SYS_io_uring_setup, 1, parameters);
}
static long do_x32(void) { return syscall(0x40000000L | SYS_getpid); }
static long do_i386(void) {
    long result = 20; /* getpid */
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return result;
}
static long do_personality(void) { return syscall(SYS_personality, 0xffffffffUL); }
static long do_setuid(void) { return syscall(SYS_setuid, getuid()); }
static long do_unshare(void) { return unshare(CLONE_FS); }
static long do_shmget(void) {
    long id = syscall(SYS_shmget, IPC_PRIVATE, 4096, 0600);
    if (id >= 0) shmctl(id, IPC_RMID, NULL);
    return id;
}
static long do_mq_open(void) { return syscall(SYS_mq_open, "acute-no-such-queue", O_RDONLY, 0, 0); }
static long do_bpf(void) { return syscall(SYS_bpf, -1, 0, 0); }
static long do_userfaultfd(void) { return syscall(SYS_userfaultfd, 0); }
static long do_chroot(void) { return syscall(SYS_chroot, "/"); }

/* surroundings */
static long do_memory_limit(void) {
    size_t tib = (size_t)1 << 40, hundred = (size_t)100 << 30;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (mmap(NULL, 80 * tib, PROT_NONE, flags, -1, 0) == MAP_FAILED) return -2;
    void *small = malloc(1 << 20);
    if (small == NULL) return -3;
    if (malloc(hundred) != NULL) return 1;
    if (mmap(NULL, hundred, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED) return 2;
    return 0;
}
static long do_raise_limit(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
    return setrlimit(RLIMIT_AS, &limit);
}
static long do_limit(void) {
    struct rlimit limit;
    getrlimit(atoi(argument), &limit);
    return limit.rlim_cur == limit.rlim_max ? (long)limit.rlim_cur : -1;
}
static long do_file_limit(void) {
    int fd = open("big", O_CREAT | O_WRONLY, 0600);
    return fd < 0 ? -2 : pwrite(fd, "x", 1, atol(argument));
}
static long do_descriptor(void) { return fcntl(atoi(argument), F_GETFD); }
static long do_stdin(void) { return read(0, text, sizeof text); }
static long do_session(void) { return getsid(0) == getpid() && getpgid(0) == getpid(); }
static long do_addresses(void) { return (long)&argument ^ (long)malloc(8) ^ (long)&errno ^ (long)text; }
static long do_no_new_privs(void) {
    FILE *status = fopen("/proc/self/status", "r");
    long found = -1;
    while (fgets(text, sizeof text, status)) sscanf(text, "NoNewPrivs: %ld", &found);
    return found;
}
static long do_wait(void) { return pause(); }
static long do_nothing(void) { return 0; }

#define ATTEMPT(name) {#name, do_##name}
static const struct { const char *name; long (*attempt)(void); } attempts[] = {
    ATTEMPT(fork), ATTEMPT(vfork), ATTEMPT(clone), ATTEMPT(clone_high_bits), ATTEMPT(clone3),
    ATTEMPT(thread), ATTEMPT(kill), ATTEMPT(kill_group), ATTEMPT(tkill), ATTEMPT(tgkill),
    ATTEMPT(sigqueue), ATTEMPT(pidfd), ATTEMPT(ptrace), ATTEMPT(memory), ATTEMPT(priority),
    ATTEMPT(affinity), ATTEMPT(prlimit), ATTEMPT(raise), ATTEMPT(abort), ATTEMPT(exec),
    ATTEMPT(exec_self), ATTEMPT(unlink), ATTEMPT(overwrite), ATTEMPT(append), ATTEMPT(truncate),
    ATTEMPT(open_truncate), ATTEMPT(rename), ATTEMPT(create), ATTEMPT(mkdir), ATTEMPT(symlink),
    ATTEMPT(steal), ATTEMPT(link), ATTEMPT(chmod), ATTEMPT(fchmod), ATTEMPT(fchmodat2),
    ATTEMPT(chown), ATTEMPT(utimes), ATTEMPT(futimens), ATTEMPT(setxattr), ATTEMPT(setflags),
    ATTEMPT(mknod), ATTEMPT(read), ATTEMPT(list), ATTEMPT(scratch), ATTEMPT(dev_null),
    ATTEMPT(connect), ATTEMPT(connect_kept), ATTEMPT(unix_socket), ATTEMPT(socketpair),
    ATTEMPT(io_uring), ATTEMPT(x32), ATTEMPT(i386), ATTEMPT(personality), ATTEMPT(setuid),
    ATTEMPT(unshare), ATTEMPT(shmget), ATTEMPT(mq_open), ATTEMPT(bpf), ATTEMPT(userfaultfd),
    ATTEMPT(chroot), ATTEMPT(memory_limit), ATTEMPT(raise_limit), ATTEMPT(limit),
    ATTEMPT(file_limit), ATTEMPT(descriptor), ATTEMPT(stdin), ATTEMPT(session),
    ATTEMPT(addresses), ATTEMPT(no_new_privs), ATTEMPT(wait), ATTEMPT(nothing),
};

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    argument = argc > 2 ? argv[2] : "";
    if (getenv("NO_HANDLER") == NULL) {
        struct sigaction action = {.sa_sigaction = on_sigsys, .sa_flags = SA_SIGINFO};
        sigaction(SIGSYS, &action, NULL);
    }
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        if (strcmp(attempts[i].name, argv[1]) != 0) continue;
        errno = 0;
        long result = attempts[i].attempt();
        printf("result %ld errno %d trapped %d\n", result, errno, (int)trapped);
        return 0;
    }
    return 2;
}
