// Nested structs, arrays in structs, arrays of structs, behind one pointer.
//~FUNCTION nested outcome=complete branches=10/10 preconditions=0
//~FUNCTION grid outcome=complete branches=8/8 preconditions=0
struct point { short x, y; };
struct box { struct point low, high; char name[4]; };
struct shelf { int n; struct box box[2]; int grid[2][3]; };

int nested(const struct shelf *s) {
    if (!s)
        return -1;
    if (s->n != 2)
        return 0;
    if (s->box[1].high.y == s->box[0].low.x + 5)
        return 1;
    if (s->box[0].name[0] == 'o' && s->box[0].name[1] == 'k')
        return 2;
    return 3;
}

int grid(const struct shelf *s) {
    int sum = 0;
    if (!s)
        return -1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            sum += s->grid[i][j];
    if (sum == 1234567)
        return 1;
    return 0;
}
