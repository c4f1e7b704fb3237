// Ready texts of the option that says how a table is read, for errors about tables with several readings.
#ifndef CAL_RUN_TABLES_COLUMNS_OFFER_H
#define CAL_RUN_TABLES_COLUMNS_OFFER_H
#include "run/tables/columns/cells.h"

// All write the option into `text`, and its value into the offers of the reading.
//
// Writes "--columns label=y,class=no,class=yes": all outputs are classes except those that `gone` marks. It
// may be null. Long lists end in "class=NAME for each class".
void cal_offer_classes(char text[CAL_OFFER], const cal_csv_cells *cells, int label, const bool *gone);
// All write the option into `text`, and its value into the offers of the reading.
//
// Writes "--columns label=y,class=yes,class=no", for two classes in the given order.
void cal_offer_order(char text[CAL_OFFER], const cal_csv_cells *cells, int label, int first, int second);
// All write the option into `text`, and its value into the offers of the reading.
//
// Writes "--columns label=y,classes=p*".
void cal_offer_set(char text[CAL_OFFER], const cal_csv_cells *cells, int label, cal_slice stem);
// All write the option into `text`, and its value into the offers of the reading.
//
// Writes "--columns label=y,pred=guess,conf=p".
void cal_offer_predictions(char text[CAL_OFFER], const cal_csv_cells *cells, int label, int predicted,
                           int confidence);
// All write the option into `text`, and its value into the offers of the reading.
//
// Writes "--columns label=y,p=risk".
void cal_offer_probability(char text[CAL_OFFER], const cal_csv_cells *cells, int label, int p);

#endif
