#include <stdio.h>
#include <stdlib.h>
typedef struct n{int v;struct n*next;}n;
int main(void){ n*h=0; unsigned x=1; for(int i=0;i<20000;i++){x=x*1103515245+12345;int v=x>>16; n**p=&h; while(*p&&(*p)->v<v)p=&(*p)->next; n*k=malloc(sizeof*k);k->v=v;k->next=*p;*p=k;} long s=0;for(n*k=h;k;k=k->next)s=s*3+k->v;printf("%ld\n",s);}
