// CAUT (Wang et al. 2009), section 3.4: arrays of structs with arrays in them; indices known and not.
//~FUNCTION known outcome=complete paths=4 branches=6/6
//~FUNCTION chosen outcome=complete paths=5 branches=8/8
struct student {
    int mark[3];
    char grade;
};

struct class {
    struct student student[3];
};

int known(struct class c) {
    int best = 0;
    for (int i = 1; i < 3; i++)
        if (c.student[i].mark[0] > c.student[best].mark[0])
            best = i;
    if (best == 2)
        return 1;
    return 0;
}

int chosen(struct class c, unsigned i, unsigned j) {
    if (i >= 3 || j >= 3)
        return -1;
    if (c.student[i].mark[j] == 100 && c.student[j].grade == 'A')
        return 1;
    return 0;
}
