import { startsFormula } from '../../../contract/formula.ts'

/** A line with a hash, perhaps with a note, which can have quotes around it and then several lines. */
const picture = /^[ \t]*"?([0-9a-f]{16})"?(?:[,;\t](?:"((?:[^"]|"")*)"|([^\r\n]*?)))?[ \t]*$/gim

/** The pictures in a CSV file; lines that do not begin with a hash are skipped, such as the header. */
export const picturesOfCsv = (csv: string): { hash: string; note: string }[] =>
  [...csv.matchAll(picture)].map(([, hash = '', quoted, plain = '']) => ({
    hash: hash.toLowerCase(),
    note: undone(quoted?.replaceAll('""', '"') ?? plain),
  }))

/** As it was before the export of another site kept spreadsheets from evaluating it. */
const undone = (note: string): string =>
  note.startsWith("'") && startsFormula.test(note.slice(1)) ? note.slice(1) : note
