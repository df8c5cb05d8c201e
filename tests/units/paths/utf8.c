// The length of a UTF-8 sequence of two bytes.
//~BYTES 2 utf8(b[0], b[1])
//~CHOICES
//~FUNCTION utf8 outcome=complete branches=10/10
int utf8(unsigned char a, unsigned char b) {
    if (a < 0x80)
        return 1;
    if ((a & 0xe0) != 0xc0)
        return -1;
    if ((b & 0xc0) != 0x80)
        return -2;
    unsigned point = (a & 0x1fu) << 6 | (b & 0x3fu);
    if (point < 0x80)
        return -3;
    return point == 0x7ff ? 0 : 2;
}
