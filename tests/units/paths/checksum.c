// Arithmetic that wraps, compared at the end.
//~BYTES 2 checksum(b[0], b[1])
//~FUNCTION checksum outcome=complete branches=6/8
int checksum(unsigned char a, signed char b) {
    unsigned short h = 0x1234;
    h = (unsigned short)(h * 31 + a);
    h ^= (unsigned short)(b << 3);
    if (h % 7 == 3)
        return 1;
    if ((short)h < -100)
        return 2;
    if (h > 0xe000 || h / 3 == b)
        return 3;
    return 0;
}
