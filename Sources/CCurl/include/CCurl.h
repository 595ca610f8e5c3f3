#ifndef FOYER_CCurl_H
#define FOYER_CCurl_H
#endif
