//~FUNCTION is_leap outcome=complete paths=3 branches=6/6
//~FUNCTION days_in outcome=complete branches=22/22
// Months out of range, four of 30, seven of 31, and February by the four kinds of year.
//~BYTES 2 days_in(b[0], 1898 + b[1] * 3)
static int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(unsigned char month, int year) {
    if (month < 1 || month > 12 || year < 1900 || year > 2410)
        return -1;
    switch (month) {
    case 4:
        return 30;
    case 6:
        return 30;
    case 9:
        return 30;
    case 11:
        return 30;
    case 2:
        if (is_leap(year))
            return 29;
        return 28;
    default:
        return 31;
    }
}
