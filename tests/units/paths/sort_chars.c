// Keys narrower than an int; shell sort.
//~ORDERS 4 sort_four(k[0], k[1], k[2], k[3])
//~FUNCTION sort_four outcome=complete
//~FLAGS --function sort_four
signed char sort_four(signed char a, signed char b, signed char c, signed char d) {
    signed char k[4] = {a, b, c, d};
    for (int gap = 2; gap > 0; gap /= 2)
        for (int i = gap; i < 4; i++)
            for (int j = i; j >= gap && k[j - gap] > k[j]; j -= gap) {
                signed char t = k[j];
                k[j] = k[j - gap];
                k[j - gap] = t;
            }
    return k[0];
}
