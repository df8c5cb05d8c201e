#include <stdio.h>
#include <string.h>
static char buf[1<<20];
int main(void){ const char*src="int main(void) { return x1 + 42 * (foo - 0x1f); } /* c */ \"str\" "; size_t l=strlen(src); for(size_t i=0;i+l<sizeof buf;i+=l)memcpy(buf+i,src,l);
 long id=0,num=0,op=0,ws=0; for(int r=0;r<100;r++){ const char*p=buf; while(*p){ if((*p>='a'&&*p<='z')||(*p>='A'&&*p<='Z')||*p=='_'){ while((*p>='a'&&*p<='z')||(*p>='A'&&*p<='Z')||*p=='_'||(*p>='0'&&*p<='9'))p++; id++; } else if(*p>='0'&&*p<='9'){ while((*p>='0'&&*p<='9')||*p=='x'||(*p>='a'&&*p<='f'))p++; num++; } else switch(*p){case ' ':case '\n':ws++;p++;break; default:op++;p++;} } } printf("%ld %ld %ld %ld\n",id,num,op,ws);}
