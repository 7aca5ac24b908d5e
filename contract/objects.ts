/** The entries of a table of constants, which has no keys that its type does not name. */
export const entriesOf = <Table extends object>(table: Table) =>
  Object.entries(table) as [keyof Table & string, Table[keyof Table]][]

/** The keys of such a table. */
export const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

/** Whether an untrusted string is an own key of `choices`. */
export const isKeyOf = <T extends object>(choices: T, word: string): word is keyof T & string =>
  Object.hasOwn(choices, word)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of parsed JSON that nobody has checked yet; none where it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
