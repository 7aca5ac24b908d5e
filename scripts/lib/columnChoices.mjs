/*
 * Columns of text that hold one of a few words, by a `check (column in (…))` of the table or of the column's domain: their type
 * is the union of these words.
 */

/**
 * @param {import('pg').Client} client of a migrated database.
 * @returns {Promise<{ table: string, key: string, column: string, words: string[] }[]>} `key` is the oid of the table and the
 *   number of the column, as in `16384.2`.
 */
export async function columnChoices(client) {
  const { rows } = await client.query(`
    select relname as table, attrelid || '.' || attnum as key, attname as column, pg_get_constraintdef(pg_constraint.oid) as rule
    from pg_class join pg_attribute on attrelid = pg_class.oid
      join pg_constraint on contypid = atttypid or (conrelid = attrelid and conkey = array[attnum])
    where relnamespace = 'public'::regnamespace and relkind = 'r' and contype = 'c' and not attisdropped
    order by relname, attnum`)
  return rows.flatMap(({ rule, ...column }) => {
    const words = wordsOf(rule)
    return words ? [{ ...column, words }] : []
  })
}

const word = `'\\w+'::text`
const rulePattern = new RegExp(
  `^CHECK \\(\\(\\w+ = (?:${word}|ANY \\(ARRAY\\[${word}(?:, ${word})*\\]\\))\\)\\)`,
)

/** The words that a rule, as PostgreSQL writes it, allows; null for rules of other kinds. */
export const wordsOf = (rule) =>
  rulePattern.test(rule) ? [...rule.matchAll(/'(\w+)'::text/g)].map(([, each]) => each) : null

export const unionOfWords = (words) => words.map((each) => `'${each}'`).join(' | ')

/** Puts the unions into the generated types of the tables. */
export const withChoices = (text, choices) =>
  text.replace(/export interface (\w+) \{[^}]*\}/g, (declaration, name) =>
    choices
      .filter(({ table }) => table.replaceAll('_', '') === name.toLowerCase())
      .reduce(
        (changed, { column, words }) =>
          changed.replace(new RegExp(`(\\n {2}${column}: .*?)\\bstring\\b`), `$1${unionOfWords(words)}`),
        declaration,
      ),
  )
