// The twins of finds/use_after_free.c: nothing is used after it was freed.
//~FLAGS --executions 2000 --time 60
//~FUNCTION read_back outcome=complete bugs=0
//~FUNCTION written outcome=complete bugs=0
//~FUNCTION next_of_freed bugs=0
//~FUNCTION old_pointer bugs=0
//~FUNCTION kept_in_struct outcome=complete bugs=0
//~FUNCTION copied_from outcome=complete bugs=0
//~FUNCTION allocated_again outcome=complete bugs=0
#include <stdlib.h>
#include <string.h>

int read_back(int k) {
    int *p = malloc(sizeof *p), r;
    if (!p)
        return -1;
    *p = k;
    if (k != 7)
        return free(p), 0;
    r = *p;
    free(p);
    return r;
}

void written(int k) {
    char *p = malloc(4);
    if (!p)
        return;
    if (k == 9)
        p[1] = 2;
    free(p);
}

struct node { int value; struct node *next; };

int next_of_freed(struct node *l) {
    int n = 0;
    while (l && n < 3) {
        struct node *next = l->next; //~PRECONDITION use-after-free
        n++;
        free(l);
        l = next;
    }
    return n;
}

int old_pointer(unsigned char n) {
    int *a = calloc(4, sizeof *a);
    if (!a)
        return -1;
    int *b = realloc(a, (4 + (size_t)n) * sizeof *a);
    if (!b)
        return free(a), -1;
    int r = *b;
    free(b);
    return r;
}

struct buffer { char *data; int size; };

static void release(struct buffer *b) {
    free(b->data); //~PRECONDITION null-deref
    b->size = 0; //~PRECONDITION use-after-free
}

int kept_in_struct(int k) {
    struct buffer b = { calloc(1, 8), 8 };
    if (!b.data)
        return -1;
    int r = b.data[0];
    release(&b);
    return k > 3 ? r : b.size;
}

int copied_from(void) {
    char *p = strdup("text"), copy[5];
    if (!p)
        return -1;
    memcpy(copy, p, sizeof copy);
    free(p);
    return copy[0];
}

// Many blocks, each freed before the next: the heap is used again in the end.
int allocated_again(void) {
    int sum = 0;
    for (int i = 0; i < 3000; i++) {
        char *p = calloc(1, 1000);
        if (!p)
            return -1;
        p[999] = 1;
        sum += p[0] + p[999];
        free(p);
    }
    return sum;
}
