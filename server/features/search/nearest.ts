import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { unspacedLetters } from '../../platform/text/unspaced.ts'

/** Shorter words are near to too many others. */
const wordMinLength = 4
const wordMaxLength = 30
/** How many words of a query are compared, from its beginning. */
const wordsMax = 6
/** The most used words that begin with the same letters. */
const comparedMax = 5000
/** A word that so few titles have may be a typing error of theirs, of a word that this many times as many have. */
const fewUses = 3
const timesAsMany = 20

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
 * The query with words that are in no title replaced by the nearest word of titles, with at most two typing errors: a letter that
 * is missing, wrong or too many, or two that changed places. A word that few titles have is replaced by one that very many have, if
 * it has only one error. Null if there is none.
 *
 * @param text as it was typed; `searched` are the words of it, without filters.
 */
export async function nearestQuery(db: Db, text: string, searched: string): Promise<string | null> {
  const asked = [...new Set((searched.match(words) ?? []).filter((word) => !isUnspaced.test(word)))].slice(
    0,
    wordsMax,
  )
  if (asked.length === 0) return null
  const { rows: folded } = await sql<{ word: string; folded: string; uses: string }>`
    select given.word, folded, coalesce(uses, 0) as uses
    from unnest(${asked}::text[]) as given (word) cross join lateral fold_word(lower(given.word)) as folded
    left join search_words on search_words.word = folded`.execute(db)
  const doubtful = folded.filter(({ uses }) => Number(uses) <= fewUses)
  if (doubtful.length === 0) return null
  const near = await Promise.all(
    doubtful.map(({ folded: word, uses }) => nearestWord(db, word, Number(uses))),
  )
  const byWord = new Map(doubtful.map(({ word }, place) => [word, near[place] ?? null]))
  const changed = text.replace(words, (word) => byWord.get(word) ?? word)
  return changed === text ? null : changed
}

/** The most used word among those with the fewest errors. @param uses how many titles have the word itself. */
async function nearestWord(db: Db, word: string, uses: number): Promise<string | null> {
  const beginning = word.slice(0, 2)
  const errorsMax = word.length < 6 || uses > 0 ? 1 : 2
  const { rows } = await sql<{ word: string; uses: string }>`
    (select word, uses from search_words
      where word >= ${beginning} and word < ${beginning} || chr(1114111)
        and length(word) between ${word.length - errorsMax} and ${word.length + errorsMax}
        and uses >= ${timesAsMany * uses}
      order by uses desc limit ${sql.lit(comparedMax)})
    union
    select word, uses from search_words where word = any(${otherBeginnings(word)}::text[])`.execute(db)
  const [nearest] = rows
    .filter((row) => Number(row.uses) >= timesAsMany * uses)
    .map((row) => ({ ...row, errors: errorsBetween(word, row.word, errorsMax) }))
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

/** The number of letters that are missing, wrong, too many, or changed places with the next one (optimal string alignment), if not more than `most`. */
function errorsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [older, old] = [[] as number[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const least = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwapped ? Math.min(least, (older[j - 2] ?? 0) + 1) : least)
    }
    // A letter that changed places with the next one costs nothing more in the next row but one.
    if (Math.min(...row) > most && Math.min(...old) > most) return most + 1
    older = old
    old = row
  }
  return old[other.length] ?? 0
}
