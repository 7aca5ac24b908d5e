import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startCommandLine } from '../../tests/support/commandLine.ts'
import { commentLine, submissionLine } from '../../tests/support/dump.ts'
import { renderOutdatedTexts } from '../features/rendering/renderTexts.ts'
import { indexTexts } from '../features/search/indexTexts.ts'

const { database, folder, folkmoot } = await startCommandLine()
const signal = new AbortController().signal
const siteHosts: string[] = []

const dump = [
  submissionLine('r1', { title: 'Glaze &amp; slip', selftext: '&gt; Is it &amp;amp;lt; safe?' }),
  submissionLine('r2', { is_self: false, selftext: '', url: 'https://shop.example/?a=1&amp;page=2' }),
  submissionLine('r3', { title: 'Plain', selftext: 'Nothing.' }),
  commentLine('d1', 'r1', null, { body: '&gt; Yes, walrusses &lt;3' }),
  commentLine('d2', 'r1', null, { body: '&gt; Edited' }),
]

/** The database as an import before this version left it: texts as they are in the dump. */
async function importEscaped() {
  const file = join(folder, 'old.ndjson')
  writeFileSync(file, dump.join('\n').replaceAll('&', '&amp;'))
  expect((await folkmoot(`import pushshift ${file}`)).exitCode).toBe(0)
  await database.pool.query(
    `update imported_posts set is_decoded = false; update imported_comments set is_decoded = false`,
  )
  await renderOutdatedTexts(database.db, { siteHosts, signal })
  await indexTexts(database.db, { language: 'english', signal })
}

const texts = async () => ({
  posts: (
    await database.pool.query(`select title, body, body_html, link_url, excerpt from posts order by id`)
  ).rows,
  comments: (await database.pool.query(`select body, body_html from comments order by id`)).rows,
})

describe('the repair of imports', () => {
  it('decodes the entities of texts that nobody edited, once, and shows before what it will do', async () => {
    await importEscaped()
    await database.pool.query(`
      insert into text_versions (comment_id, body, written_at) select id, 'before', now() from comments where body like '%Edited'`)
    const before = await texts()
    expect(before.posts[0].title).toBe('Glaze &amp; slip')
    const dry = await folkmoot('import repair --dry-run')
    expect(dry.said).toContain('2 posts and 1 comments would be repaired. Nothing was written.')
    expect(dry.said).toContain('+ Glaze & slip')
    expect(await texts()).toEqual(before)

    expect((await folkmoot('import repair')).said).toContain('2 posts and 1 comments were repaired.')
    await renderOutdatedTexts(database.db, { siteHosts, signal })
    const { posts, comments } = await texts()
    expect(posts).toMatchObject([
      {
        title: 'Glaze & slip',
        body: '> Is it &amp;lt; safe?',
        body_html: expect.stringContaining('<blockquote>'),
        excerpt: expect.not.stringContaining('gt;'),
      },
      { link_url: 'https://shop.example/?a=1&page=2' },
      { title: 'Plain', body: 'Nothing.' },
    ])
    expect(comments).toMatchObject([
      { body: '> Yes, walrusses <3', body_html: expect.stringContaining('<blockquote>') },
      { body: '&gt; Edited' },
    ])

    expect((await folkmoot('import repair')).said).toContain('0 posts and 0 comments were repaired.')
    expect(await texts()).toEqual({ posts, comments })
  })
})

describe('a dry run', () => {
  it('shows records as they will look, and counts, and writes nothing', async () => {
    const file = join(folder, 'dry.ndjson')
    writeFileSync(file, [...dump, '{broken', submissionLine('r4', { subreddit: '' })].join('\n'))
    const before = await texts()
    const { exitCode, said } = await folkmoot(`import pushshift --dry-run ${file}`)
    expect(exitCode).toBe(0)
    expect(said).toContain('post in garden by rio: Glaze & slip')
    expect(said).toContain('https://shop.example/?a=1&page=2')
    expect(said).toContain('7 rows: 3 posts, 2 comments. Nothing was written.')
    expect(said).toContain('1 would be rejected: not JSON')
    expect(said).toContain('1 would be rejected: no subreddit')
    expect(await texts()).toEqual(before)
    expect(() => readFileSync(`${file}.rejects.ndjson`)).toThrow()
  })
})
