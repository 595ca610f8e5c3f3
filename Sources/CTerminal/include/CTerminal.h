#ifndef FOYER_CTerminal_H
#define FOYER_CTerminal_H
#endif
