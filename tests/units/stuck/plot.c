// Code behind an unbounded loop: the study of CUTE and AUSTIN (Lakhotia, McMinn, Harman 2010), Fig. 10. The first
// condition holds at first, its loop has no end, and depth first search never came out of it.
//~FLAGS --time 120 --until coverage --init zero
//~FUNCTION draw_dashed_line outcome=covered branches=18/18 executions<=60
struct plot {
    int width, height;
    unsigned char *row;
};

int draw_dashed_line(struct plot *plot, int x, int y, int to_x, int to_y, int dash) {
    int drawn = 0;
    if (to_x - x == 0) {
        for (int row = y; row <= to_y; row++)
            drawn += row & 1;
        return drawn;
    }
    if (!plot)
        return -1;
    if (to_x < x) {
        int t = x;
        x = to_x;
        to_x = t;
    }
    if (x < 0 || to_x >= plot->width)
        return -2;
    if (dash == 77)
        return 77;
    if (dash * 3 == plot->height && plot->height > 300)
        return drawn;
    return 1;
}
