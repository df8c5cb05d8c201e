#include <stdio.h>
#include <stdlib.h>
static int a[1000000];
static void qs(int*a,int lo,int hi){ while(lo<hi){int p=a[(lo+hi)/2],i=lo,j=hi; while(i<=j){while(a[i]<p)i++;while(a[j]>p)j--; if(i<=j){int t=a[i];a[i]=a[j];a[j]=t;i++;j--;}} if(j-lo<hi-i){qs(a,lo,j);lo=i;}else{qs(a,i,hi);hi=j;}}}
int main(void){unsigned x=1;for(int i=0;i<1000000;i++){x=x*1103515245+12345;a[i]=x>>1;} qs(a,0,999999); long s=0;for(int i=0;i<1000000;i++)s=s*3+a[i];printf("%ld\n",s);}
