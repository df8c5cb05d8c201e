// What a unit calls weak, unused or noreturn does not meddle with what is made for it.
//~FUNCTION warm outcome=complete paths=2 branches=2/2 bugs=0
#define weak __attribute__((__weak__))
#define unused __attribute__((__unused__))
#define noreturn __attribute__((__noreturn__))

int read_heat(int which);

int warm(int which) {
    if (read_heat(which) > 30)
        return 1;
    return 0;
}
