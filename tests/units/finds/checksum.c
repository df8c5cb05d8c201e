// A message with a length, a sum and a command.
//~FUNCTION handle outcome=complete bugs=1
#include <stdlib.h>

struct message { unsigned char length, command, data[3], sum; };

int handle(const struct message *m) {
    unsigned char sum = 0;
    if (!m || m->length != 3)
        return -1;
    for (int i = 0; i < 3; i++)
        sum = (unsigned char)(sum * 7 + m->data[i]);
    if (sum != m->sum)
        return -2;
    if (m->command == 0xd5 && m->data[1] > 0x80)
        abort(); //~BUG abort
    return 0;
}
