// With --globals none every variable starts as the program has it.
//~FLAGS --globals none
//~FUNCTION scalar outcome=complete paths=1 branches=1/2 bugs=0
//~FUNCTION own outcome=complete paths=1 branches=1/2 bugs=0
//~FUNCTION list outcome=complete paths=1 branches=1/2 bugs=0
struct node {
    int v;
    struct node *next;
};
static int count = 3;
static struct node *head;

void set(int x, struct node *n) {
    count = x;
    head = n;
}

int scalar(void) {
    if (count == 4)
        return 1;
    return 0;
}

int own(void) {
    static int calls;
    if (calls++ > 0)
        return 1;
    return 0;
}

int list(void) {
    if (head)
        return head->v;
    return 0;
}
