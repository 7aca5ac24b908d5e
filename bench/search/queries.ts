import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/connection.ts'
import { memberNames } from './seed.ts'
import { createLanguage, randomFrom } from './texts.ts'

/** A kind of query; all its queries are different. */
export interface QueryKind {
  readonly name: string
  /** The call that is measured. */
  readonly path: string
  /** Query strings of URLs, without the leading question mark. */
  readonly queries: readonly string[]
}

/** Words by their frequency rank: the first are in every sixth text, the last in some dozen of a million. */
const ranks = {
  'very frequent': [0, 30],
  frequent: [30, 1000],
  middling: [1000, 10_000],
  rare: [10_000, 90_000],
} as const

const sampleSize = 5000

/** This many queries of each kind, from the words, names and sentences of the searched forum. */
export async function searchQueries(db: Db, count: number): Promise<QueryKind[]> {
  const random = randomFrom(20_260_108)
  const below = (end: number) => Math.floor(random() * end)
  const meaningful = await wordsWithMeaning(db, createLanguage(1).words)
  const word = (frequency: keyof typeof ranks): string => {
    const [first, end] = ranks[frequency]
    return meaningful[Math.min(meaningful.length - 1, first + below(end - first))] ?? ''
  }
  const sentences = await sampleSentences(db)
  const phrase = (length: number) => {
    const words = (sentences[below(sentences.length)] ?? '').split(' ')
    const start = below(Math.max(1, words.length - length))
    return words.slice(start, start + length).join(' ')
  }
  const names = memberNames(2000)
  const name = () => names[below(200)] ?? ''
  const misspelled = () => {
    const right = names[below(names.length)] ?? ''
    const place = 1 + below(right.length - 2)
    return `${right.slice(0, place)}${right[place + 1]}${right[place]}${right.slice(place + 2)}`
  }
  const { rows: communities } = await sql<{ name: string }>`
    select name from communities order by post_count desc limit 200`.execute(db)
  const community = () => communities[below(communities.length)]?.name ?? ''
  const year = new Date().getUTCFullYear()
  const day = () => `${year - below(4)}-0${1 + below(9)}`

  const kind = (title: string, query: () => string, more = '', path = '/api/search'): QueryKind => ({
    ...{ name: title, path },
    queries: Array.from({ length: count }, () => `q=${encodeURIComponent(query())}${more}`),
  })
  const suggestions = (title: string, query: () => string) =>
    kind(`suggestions: ${title}`, query, '', '/api/search/suggestions')
  const very = () => word('very frequent')
  const any = () => word((['very frequent', 'frequent', 'middling', 'rare'] as const)[below(4)] ?? 'rare')
  return [
    kind('a rare word', () => word('rare')),
    kind('a middling word', () => word('middling')),
    kind('a frequent word', () => word('frequent')),
    kind('a very frequent word', very),
    kind('two words', () => `${any()} ${any()}`),
    kind('two very frequent words', () => `${very()} ${very()}`),
    kind('three frequent words', () => `${word('frequent')} ${word('frequent')} ${word('frequent')}`),
    kind('one word or another', () => `${any()} or ${any()}`),
    kind('a word without another', () => `${any()} -${any()}`),
    kind('only what must not be there', () => `-${any()}`),
    kind('a phrase that exists', () => `"${phrase(2 + below(3))}"`),
    kind('a phrase of very frequent words', () => `"${very()} ${very()}"`),
    kind('author:', () => `author:${name()}`),
    kind('author: and a word', () => `${any()} author:${name()}`),
    kind('community:', () => `community:${community()}`),
    kind('community: and a word', () => `${any()} community:${community()}`),
    kind('type: and a word', () => `${any()} type:${['text', 'link', 'image'][below(3)]}`),
    kind('before: and a word', () => `${any()} before:${day()}`),
    kind('after: and a word', () => `${any()} after:${day()}`),
    kind(
      'a span of time and a word',
      () => `${any()} after:${year - 2}-0${1 + below(4)} before:${year - 2}-0${5 + below(4)}`,
    ),
    kind('only before:', () => `before:${day()}`),
    kind('new: a word', any, '&sort=new'),
    kind('new: two words', () => `${any()} ${any()}`, '&sort=new'),
    kind('top: a word', any, '&sort=top'),
    kind('top: a very frequent word', very, '&sort=top'),
    kind('top: community: and a word', () => `${any()} community:${community()}`, '&sort=top'),
    kind('no match', () => `${word('rare')}qx${below(1000)}`),
    kind('two words, never together', () => `${very()} ${word('rare')}qx`),
    kind('comments: a word', any, '&in=comments'),
    kind('comments: a very frequent word', very, '&in=comments'),
    kind('comments: two words', () => `${any()} ${any()}`, '&in=comments'),
    kind('comments: a phrase of very frequent words', () => `"${very()} ${very()}"`, '&in=comments'),
    kind('comments: new, a word', any, '&in=comments&sort=new'),
    kind('comments: top, a word', any, '&in=comments&sort=top'),
    kind('people: a name with two letters exchanged', misspelled, '&in=people'),
    kind('communities: a name, cut short', () => community().slice(0, -1), '&in=communities'),
    suggestions('one letter', () => any().slice(0, 1)),
    suggestions('two letters', () => any().slice(0, 2)),
    suggestions('three letters', () => any().slice(0, 3)),
    suggestions('a word', any),
    suggestions('a very frequent word and two letters', () => `${very()} ${any().slice(0, 2)}`),
    suggestions('two words', () => `${any()} ${any()}`),
    suggestions('the beginning of a name', () => `@${name().slice(0, 3)}`),
  ]
}

/** Without the stop words of the search. */
async function wordsWithMeaning(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) with ordinality as given (word, rank)
    where numnode(plainto_tsquery('forum_words', word)) > 0 order by rank`.execute(db)
  return rows.map(({ word }) => word)
}

async function sampleSentences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select split_part(body, '. ', 1) as sentence from posts tablesample system (5)
    where type = 'text' limit ${sql.lit(sampleSize)}`.execute(db)
  return rows.map(({ sentence }) => sentence)
}
