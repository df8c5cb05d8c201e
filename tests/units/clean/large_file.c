// A file can become too large for the sandbox: that is an error to the unit, and no crash.
#include <fcntl.h>
#include <unistd.h>

//~FUNCTION save bugs=0
int save(int x) {
    static const char block[1 << 20];
    int file = open("large", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || x != 3)
        return 0;
    for (int i = 0; i < 80; i++)
        if (write(file, block, sizeof block) < 0)
            return -1;
    return 1;
}
