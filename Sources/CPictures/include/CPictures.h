#ifndef FOYER_CPictures_H
#define FOYER_CPictures_H
#endif
