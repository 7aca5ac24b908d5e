import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'

/** The table of docs/search.md. Code in a cell is a text or a query; code in a text has more backticks around it. */
const rows = readFileSync('docs/search.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!language)/.test(line))
  .map((line, index) => {
    const [, language = '', text = '', found = '', notFound = ''] = line.split(/(?<!\\)\|/)
    const queries = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, query = '']) => query)
    return {
      key: `Text${index}`,
      language: language.trim(),
      text: text.trim().slice(1, -1),
      found: queries(found),
      notFound: queries(notFound),
    }
  })

let forum: Forum
let reader: Member

beforeAll(async () => {
  forum = await startForum()
  reader = await forum.member('polyglot')
  const { id } = await forum.community('languages')
  const texts = rows.map(({ text }) => text)
  const html = texts.map((text) => renderMarkdown(text, { siteHosts: [] }))
  await sql`
    with text as (
      select * from unnest(${rows.map(({ key }) => key)}::text[], ${texts}::text[], ${html}::text[]) as text (key, body, html)
    ), post as (
      insert into posts (public_id, type, author_id, community_id, title, body, body_html)
      select lpad(key, 8, '0'), 'text', ${reader.id}, ${id}, key, body, html from text returning id, title
    )
    insert into comments (post_id, author_id, body, body_html)
    select post.id, ${reader.id}, body, html from post join text on text.key = post.title`.execute(forum.db)
  // The later one comes first where nothing else decides.
  for (const title of ['Zurichberg', 'Zürichberg', 'Zurichberg', 'Zürichberg'])
    await forum.post(reader, 'languages', { title, body: 'A hill.' })
})
afterAll(() => forum.close())

const ask = async (q: string, more = '') =>
  (await reader.get(`/api/search?limit=50&q=${encodeURIComponent(q)}${more}`)).json<{
    posts: { title: string }[]
    comments: { postTitle: string }[]
  }>()
const postsFor = async (q: string) => (await ask(q)).posts.map(({ title }) => title)
const commentsFor = async (q: string) =>
  (await ask(q, '&in=comments')).comments.map(({ postTitle }) => postTitle)

describe('the table of docs/search.md', () => {
  it('has at least 60 queries in 12 languages', () => {
    expect(rows.flatMap(({ found }) => found).length).toBeGreaterThan(60)
    expect(new Set(rows.map(({ language }) => language)).size).toBeGreaterThan(12)
  })

  it.each(rows)('$language: $text', async ({ key, found, notFound }) => {
    for (const query of found) {
      expect(await postsFor(query), query).toContain(key)
      expect(await commentsFor(query), query).toContain(key)
    }
    for (const query of notFound) {
      expect(await postsFor(query), query).not.toContain(key)
      expect(await commentsFor(query), query).not.toContain(key)
    }
  })
})

describe('what was found', () => {
  it.each([
    ['creme brulee', '[Crème] [brûlée] à l’œuvre'],
    ['muenchen', 'Übergröße aus [München]'],
    ['东京塔 夜景', '[东京塔]的[夜景]照片很漂亮'],
    ['вата елкин', null],
    ['доктор елкин', '[Доктор] [Ёлкин] пьёт чай'],
    ['иванацаревича', 'Песня Ивана-[Царевича]'],
    ['to be or not to be', 'She said [to] [be] [or] [not] [to] [be], that is all'],
    ['finches feed', '[Feeding] the [finches] in winter'],
    ['second', 'first [second]'],
    ['oneill', "O’Brien’s well‑known and Mary O'[Neill]'s cost-benefit e-mail"],
    ['costbenefit', "O’Brien’s well‑known and Mary O'Neill's cost-[benefit] e-mail"],
  ])('is marked: %s', async (query, marked) => {
    const { excerpts } = (await reader.get(`/api/search?in=comments&q=${encodeURIComponent(query)}`)).json<{
      excerpts: { segments: { text: string; isHit: boolean }[] }[]
    }>()
    const texts = excerpts.map(({ segments }) =>
      segments.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join(''),
    )
    expect(texts).toEqual(marked === null ? [] : [marked])
  })
})

describe('the order of results', () => {
  it.each([
    ['zurichberg', ['Zurichberg', 'Zurichberg', 'Zürichberg', 'Zürichberg']],
    ['zürichberg', ['Zürichberg', 'Zürichberg', 'Zurichberg', 'Zurichberg']],
  ])('has the very word first: %s', async (query, titles) => {
    const titlesFound = (await reader.get(`/api/search?q=${encodeURIComponent(query)}`)).json<{
      posts: { title: string }[]
    }>()
    expect(titlesFound.posts.map(({ title }) => title)).toEqual(titles)
  })
})

describe('for any text', () => {
  const known = rows.flatMap(({ text }) => text.split(' '))
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(...known) },
  )
  const texts = fc
    .sample(fc.array(word, { minLength: 1, maxLength: 8 }), 400)
    .map((words) => words.join(' ').replaceAll(/[\0"]/g, ''))
    .filter((text) => text.isWellFormed())

  it('folding changes nothing of what is folded', async () => {
    const { rows: changed } = await sql`
      select word, fold_word(word) as folded from unnest(${texts}::text[]) as text, string_to_table(lower(text), ' ') as word
      where fold_word(fold_word(word)) <> fold_word(word)`.execute(forum.db)
    expect(changed).toEqual([])
  })

  it('each of its words finds it', async () => {
    const { rows: missed } = await sql`
      select text, word, query from unnest(${texts}::text[]) as text,
        regexp_split_to_table(text, '\\s+') as word, search_query(word) as query
      where word !~ '^-' and numnode(query) > 0 and not words_of(text, 'A', 'C', true) @@ query`.execute(
      forum.db,
    )
    expect(missed).toEqual([])
  })

  it('each word is found folded', async () => {
    const { rows: missed } = await sql`
      select word, query from unnest(${known}::text[]) as word, search_query(fold_word(lower(word))) as query
      where numnode(query) > 0 and not words_of(word, 'A', 'C', true) @@ query`.execute(forum.db)
    expect(missed).toEqual([])
  })

  it('is indexed and found without failing, however long and odd', async () => {
    const long = [
      'ﷺ',
      '京',
      'กุ',
      'é',
      '🎉',
      '\u0301',
      'a'.repeat(3000),
      'xn--a-',
      '%e6',
      "\\'",
      '<br>',
      'to be ',
    ].map((part) => part.repeat(40_000 / part.length))
    const { rows: indexed } = await sql<{ words: number }>`
      select length(post_words('Title', text, null, text, 1, 1, 'text', now())) as words
      from unnest(${[...long, ...texts]}::text[]) as text`.execute(forum.db)
    expect(indexed).toHaveLength(long.length + texts.length)
    for (const text of [...long, ...texts.slice(0, 40)]) await ask(text.slice(0, 300))
  })
})
