import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { searchSorts } from '../../../contract/words.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { indexTexts } from './indexTexts.ts'

let forum: Forum
let wren: Member

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  await forum.community('birding')
})
afterAll(() => forum.close())

const write = (title: string, body = 'Nothing else is known.') => forum.post(wren, 'birding', { title, body })
const countWords = () => indexTexts(forum.db, { language: 'english', signal: new AbortController().signal })

interface Page {
  readonly posts: { title: string }[]
  readonly comments: { body: string }[]
  readonly next: string | null
}
const find = async (q: string, more = '') => {
  const answer = await wren.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}
const titles = async (q: string, more = '') => (await find(q, more)).posts.map(({ title }) => title)

describe('the last word of a search', () => {
  it('finds longer words of titles, in any form, in titles, texts and comments', async () => {
    const post = await write('Lapwing prices', 'They rise.')
    await write('The lapwing', 'Its price is falling.')
    await forum.comment(wren, post, 'No lapwing has a price.')
    expect(await titles('lapwing pri')).toEqual([])
    await countWords()
    expect(await titles('lapwing pri')).toEqual(['Lapwing prices', 'The lapwing'])
    expect(await titles('author:wren_writes LAPWING PRI')).toHaveLength(2)
    expect((await find('lapwing pri', '&in=comments')).comments).toHaveLength(1)
    expect(await titles('lapwing -pri')).toHaveLength(2)
    expect(await titles('"lapwing pri"')).toEqual([])
    expect(await titles('lapwing pr')).toEqual([])
  })

  it('finds texts with the word itself first, in every order and across pages, each text once', async () => {
    await write('Tern 1', 'A tern.')
    await write('Tern 2', 'A tern, and a ternary one.')
    await write('Ternary 3', 'A ternary.')
    await write('Ternary 4', 'A ternary.')
    await write('Ternary 5', 'A ternary.')
    await countWords()
    for (const sort of searchSorts) {
      const whole = await titles('tern', `&sort=${sort}`)
      expect(whole.slice(0, 2).toSorted(), sort).toEqual(['Tern 1', 'Tern 2'])
      expect(whole.slice(2).toSorted(), sort).toEqual(['Ternary 3', 'Ternary 4', 'Ternary 5'])
      for (const limit of [1, 2, 3]) {
        const found: string[] = []
        for (let next: string | null = ''; next !== null; ) {
          const page: Page = await find('tern', `&sort=${sort}&limit=${limit}&next=${next}`)
          found.push(...page.posts.map(({ title }) => title))
          next = page.next
        }
        expect(found, `${sort}, ${limit} a page`).toEqual(whole)
      }
    }
  })

  it('is the beginning of a word if no title has it, even if it is the stem of another word', async () => {
    await write('Shrike watching', 'One is prying. Nobody watches prying shrikes, prying or not.')
    await write('Shrike prices', 'The price of a shrike.')
    await countWords()
    const found = await titles('shrike pri')
    expect(found).toEqual(['Shrike prices', 'Shrike watching'])
    const first = await find('shrike pri', '&limit=1')
    const second = await find('shrike pri', `&limit=1&next=${first.next}`)
    expect([...first.posts, ...second.posts].map(({ title }) => title)).toEqual(found)
    expect(second.next).toBeNull()
  })

  it('is completed to the ten words that most titles have', async () => {
    for (const letter of 'abcdefghijk') await write(`Knot${letter}ium`, `Letter ${letter}`)
    await write('Knotkium again')
    await countWords()
    const found = await titles('knot', '&limit=50')
    expect(found).toHaveLength(11)
    expect(found).toContain('Knotkium again')
    expect(found).not.toContain('Knotjium')
  })

  it('is completed to five words for suggestions, which have to come at once', async () => {
    for (const letter of 'abcde') for (const turn of [1, 2]) await write(`Dunlin${letter}ium ${turn}`)
    const { publicId } = await write('Dunlinzium')
    // By its points it would be the first.
    await sql`update posts set upvotes = 500, imported_upvotes = 499 where public_id = ${publicId}`.execute(
      forum.db,
    )
    await countWords()
    const suggested = async (q: string) =>
      (await wren.get(`/api/search/suggestions?q=${q}`)).json<Page>().posts.map(({ title }) => title)
    expect(await suggested('dunlinz')).toEqual(['Dunlinzium'])
    expect(await suggested('dunlin')).toHaveLength(limits.suggestedPosts)
    expect(await suggested('dunlin')).not.toContain('Dunlinzium')
    expect(await titles('dunlin')).toContain('Dunlinzium')
  })

  it('finds no deleted texts, and costs nothing if the page is full', async () => {
    const post = await write('Pratincole')
    await countWords()
    expect(await titles('pratin')).toEqual(['Pratincole'])
    await wren.delete(`/api/posts/${post.publicId}?deleteAs=normal`)
    expect(await titles('pratin')).toEqual([])

    const full = await countQueries(forum.database, () => find('tern', '&limit=1'))
    expect((await countQueries(forum.database, () => find('tern', '&limit=4'))) - full).toBe(1)
  })

  it.each(['~', '~x', '~1.x', '~~1', `~${'9'.repeat(40)}`])(
    'does not continue at %s, which is not a cursor',
    async (next) => {
      const answer = await wren.get(`/api/search?q=tern&next=${encodeURIComponent(next)}`)
      expect([200, 400]).toContain(answer.statusCode)
    },
  )
})

describe('the counts of words', () => {
  it('cover words of letters and digits, and continue where they ended', async () => {
    await write('Sandpiper’s sandpiper SANDPIPER ab https://sandpiper.example/x a-b')
    await countWords()
    await countWords()
    const { rows } = await sql<{ word: string; uses: string }>`
      select word, uses from search_words where word like 'sandp%' order by word`.execute(forum.db)
    expect(rows).toEqual([{ word: 'sandpiper', uses: '1' }])
    await write('Another sandpiper')
    await countWords()
    const { rows: later } = await sql<{ uses: string }>`
      select uses from search_words where word = 'sandpiper'`.execute(forum.db)
    expect(later).toEqual([{ uses: '2' }])
  })
})
