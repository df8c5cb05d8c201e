// All of it is in a file it includes.
//~FUNCTION in_a_header outcome=complete branches=2/2
#include "header_only.h"
