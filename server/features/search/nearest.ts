import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { unspacedLetters } from '../../platform/text/unspaced.ts'

/** Shorter words are near to too many others. */
const wordMinLength = 4
const wordMaxLength = 30
/** Of a long query, only the first words are compared. */
const wordsMax = 6
/** The most used words that begin with the same letters. */
const comparedMax = 5000

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
]

const words = new RegExp(
  `(?<![-\\p{L}\\p{M}\\p{N}])[\\p{L}\\p{M}\\p{N}]{${wordMinLength},${wordMaxLength}}(?![\\p{L}\\p{M}\\p{N}])`,
  'gu',
)
const isUnspaced = new RegExp(`[${unspacedLetters}]`, 'u')

/**
 * The query with each word that no title has replaced by the nearest word of titles, with at most two typing errors: a letter that
 * is missing, wrong or too many, or two that changed places. Null if there is none.
 *
 * @param text as it was typed; `searched` are the words of it, without filters.
 */
export async function nearestQuery(db: Db, text: string, searched: string): Promise<string | null> {
  const asked = [...new Set((searched.match(words) ?? []).filter((word) => !isUnspaced.test(word)))].slice(
    0,
    wordsMax,
  )
  if (asked.length === 0) return null
  const { rows: folded } = await sql<{ word: string; folded: string; is_known: boolean }>`
    select word, fold_word(lower(word)) as folded,
      exists (select from search_words where search_words.word = fold_word(lower(given.word))) as is_known
    from unnest(${asked}::text[]) as given (word)`.execute(db)
  const unknown = folded.filter(({ is_known }) => !is_known)
  if (unknown.length === 0) return null
  const near = await Promise.all(unknown.map(({ folded: word }) => nearestWord(db, word)))
  const byWord = new Map(unknown.map(({ word }, place) => [word, near[place] ?? null]))
  const changed = text.replace(words, (word) => byWord.get(word) ?? word)
  return changed === text ? null : changed
}

/** The most used word among those with the fewest errors. */
async function nearestWord(db: Db, word: string): Promise<string | null> {
  const beginning = word.slice(0, 2)
  const { rows } = await sql<{ word: string; uses: string }>`
    (select word, uses from search_words
      where word >= ${beginning} and word < ${beginning} || chr(1114111)
        and length(word) between ${word.length - 2} and ${word.length + 2}
      order by uses desc limit ${sql.lit(comparedMax)})
    union
    select word, uses from search_words where word = any(${otherBeginnings(word)}::text[])`.execute(db)
  const errorsMax = word.length < 6 ? 1 : 2
  const [nearest] = rows
    .map((row) => ({ ...row, errors: errorsBetween(word, row.word) }))
    .filter(({ errors }) => errors > 0 && errors <= errorsMax)
    .sort((a, b) => a.errors - b.errors || Number(b.uses) - Number(a.uses) || (a.word < b.word ? -1 : 1))
  return nearest?.word ?? null
}

/** The words of which this one has one error among the first two letters. */
function otherBeginnings(word: string): string[] {
  const letters = alphabets.find((alphabet) => alphabet.includes(word[0] ?? '')) ?? ''
  const found: string[] = []
  for (const place of [0, 1]) {
    const [before, rest] = [word.slice(0, place), word.slice(place)]
    found.push(before + rest.slice(1), before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2))
    for (const letter of letters) found.push(before + letter + rest, before + letter + rest.slice(1))
  }
  return found
}

/** The number of letters that are missing, wrong, too many, or changed places with the next one (optimal string alignment). */
function errorsBetween(one: string, other: string): number {
  let [older, old] = [[] as number[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const least = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwapped ? Math.min(least, (older[j - 2] ?? 0) + 1) : least)
    }
    older = old
    old = row
  }
  return old[other.length] ?? 0
}
