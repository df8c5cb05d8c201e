// A state machine over bytes: a greeting, a login that counts failures, messages with a length, an end.
struct stream {
    unsigned char byte[24];
};

enum state { START, HELLO, LOGIN, READY, LENGTH, BODY, ESCAPED, LOCKED, CLOSED };

int session(struct stream in) {
    enum state state = START;
    int failures = 0, messages = 0, wanted = 0, privileged = 0;
    for (unsigned i = 0; i < sizeof in.byte; i++) {
        unsigned char c = in.byte[i];
        switch (state) {
        case START:
            if (c == 'H')
                state = HELLO;
            else if (c == 0x1b)
                return -1;
            break;
        case HELLO:
            state = c == 'I' ? LOGIN : START;
            break;
        case LOGIN:
            if (c == '#' || c == '$') {
                privileged = c == '#';
                state = READY;
            } else if (++failures == 3) {
                state = LOCKED;
            }
            break;
        case READY:
            if (c == 'm')
                state = LENGTH;
            else if (c == 'q')
                state = CLOSED;
            else if (c == 'r' && privileged)
                return messages >= 2 ? 2 : 1;
            break;
        case LENGTH:
            if (c == 0 || c > 8)
                return -2;
            wanted = c;
            state = BODY;
            break;
        case BODY:
            if (c == '\\') {
                state = ESCAPED;
                break;
            }
            if (--wanted == 0) {
                messages++;
                state = READY;
            }
            break;
        case ESCAPED:
            if (c != '\\' && c != 'n')
                return -3;
            state = BODY;
            break;
        case LOCKED:
            if (c == 0x7f && i == 23)
                return -4;
            break;
        default:
            if (c == 'H' && messages == 3)
                return 3;
            return 0;
        }
    }
    return state == CLOSED ? 4 : -5;
}

#ifdef FUZZ
#include "fuzz.h"
static void call(void) {
    struct stream in;
    take(&in, sizeof in);
    session(in);
}
#endif
