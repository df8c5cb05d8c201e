// The size of an allocation is symbolic.
//~FUNCTION short_product bugs=0
#include <stdlib.h>

int short_product(unsigned short rows, unsigned short columns) {
    if (rows < 2 || columns < 2 || rows > 100 || columns > 100)
        return -1;
    unsigned short cells = (unsigned short)(rows * columns);
    char *grid = calloc(cells, 1);
    if (!grid)
        return -1;
    grid[(rows - 1) * columns] = 1;
    int r = grid[(rows - 1) * columns];
    free(grid);
    return r;
}
