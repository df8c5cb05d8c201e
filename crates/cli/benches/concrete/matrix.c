#include <stdio.h>
#define N 700
static int a[N][N], b[N][N], c[N][N];
int main(void){ for(int i=0;i<N;i++)for(int j=0;j<N;j++){a[i][j]=i*j%17;b[i][j]=i+j;} for(int i=0;i<N;i++)for(int j=0;j<N;j++){int s=0;for(int k=0;k<N;k++)s+=a[i][k]*b[k][j];c[i][j]=s;} long t=0; for(int i=0;i<N;i++)for(int j=0;j<N;j++)t+=c[i][j]*(i^j); printf("%ld\n",t);}
