// What we write down of each lookup takes a thousand times as long as the lookup: that is no endless loop.
//~FLAGS --time 60
//~FUNCTION mix bugs=0
static const unsigned char table[256] = {7, 99, 3, 200, 41, 5, 17, 251, 88, 13, [77] = 1, [200] = 9, [255] = 4};

int mix(unsigned char *block) {
    unsigned char t = 0;
    for (int round = 0; round < 6000; round++)
        for (int k = 0; k < 16; k++)
            t = block[k] ^= table[t]; //~PRECONDITION null-deref
    return t;
}
