/** Spreadsheets would evaluate a field that begins with one of these as a formula. In CSV files such a field begins with `'`. */
export const startsFormula = /^[=+\-@\t\r]/
