import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { entriesOf } from '../../../contract/objects.ts'
import { type SearchSort, searchSorts } from '../../../contract/words.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { indexTexts } from './indexTexts.ts'

let forum: Forum
let wren: Member
let robin: Member
let admin: Member
const posts: Record<string, PostFacts> = {}

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  robin = await forum.member('robin_reads')
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding')
  await forum.community('gardening')
  const write = async (key: string, author: Member, community: string, title: string, body: string) => {
    posts[key] = await forum.post(author, community, { title, body })
  }
  await write(
    'feeders',
    wren,
    'birding',
    'Feeding finches',
    'They *love* [sunflower seeds](https://a.example/b).',
  )
  await write('nests', robin, 'birding', 'A nest in the hedge', 'The finch feeds her young under the hedge.')
  await write('seeds', wren, 'gardening', 'Sowing', 'Sunflower seeds go in the ground in May.')
  posts.link = await forum.post(robin, 'gardening', {
    title: 'Reading',
    type: 'link',
    url: 'https://herons.example/x',
  })
})
afterAll(() => forum.close())

const ask = (q: string, more = '', who: Pick<Member, 'get'> = robin) =>
  who.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
const titles = async (q: string, more = '', who?: Pick<Member, 'get'>) => {
  const answer = await ask(q, more, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ posts: Post[] }>().posts.map(({ title }) => title)
}
const comments = async (q: string, who?: Pick<Member, 'get'>) =>
  (await ask(q, '&in=comments', who))
    .json<{ comments: { body: string }[] }>()
    .comments.map(({ body }) => body)

describe('words', () => {
  it('are found in any grammatical form, in titles before texts', async () => {
    expect(await titles('feeds')).toEqual(['Feeding finches', 'A nest in the hedge'])
    expect(await titles('FINCH hedge')).toEqual(['A nest in the hedge'])
    expect(await titles('hosts of herons.example')).toEqual([])
    expect(await titles('herons.example')).toEqual(['Reading'])
  })

  it('can be a phrase, an alternative, or excluded', async () => {
    expect(await titles('"sunflower seeds"', '&sort=new')).toEqual(['Sowing', 'Feeding finches'])
    expect(await titles('"seeds sunflower"')).toEqual([])
    expect(await titles('sunflower -may')).toEqual(['Feeding finches'])
    expect((await titles('hedge or may')).toSorted()).toEqual(['A nest in the hedge', 'Sowing'])
  })

  it.each(['(', '"', '& | !', "'", ':*', '\\', '%', '-', '<->', 'the of and'])(
    'mean nothing and do no harm: %s',
    async (text) => {
      expect(await titles(text)).toEqual([])
    },
  )

  it('are returned with the text around them', async () => {
    const { excerpts } = (await ask('sunflowers')).json()
    const feeders = excerpts.find(({ id }: { id: string }) => id === posts.feeders?.id)
    expect(feeders.segments).toEqual([
      { text: 'They love ', isHit: false },
      { text: 'sunflower', isHit: true },
      { text: ' seeds', isHit: false },
    ])
  })

  it.each([
    ['a line', 'Magpies >!steal *acorns*!< in autumn', 'Magpies [spoiler] in autumn'],
    ['the beginning of a line', '>!Acorns!<, magpies think', '[spoiler], magpies think'],
    ['two lines', 'Magpies >!steal\nacorns!< in autumn', 'Magpies [spoiler] in autumn'],
    ['a block', 'Magpies?\n\n>! They steal\n> acorns\n\nin autumn', 'Magpies? [spoiler] in autumn'],
  ])('come without what a spoiler hides in %s', async (_what, body, shown) => {
    const comment = await forum.comment(wren, posts.feeders as never, body)
    const { excerpts, comments } = (await ask('magpies acorns', '&in=comments')).json()
    expect(comments).toMatchObject([{ id: comment.id, postId: posts.feeders?.id }])
    expect(excerpts).toMatchObject([{ id: comment.id }])
    const text = excerpts[0].segments.map((segment: { text: string }) => segment.text).join('')
    expect(text.trim()).toBe(shown)
    await wren.delete(`/api/posts/${posts.feeders?.publicId}/comments/${comment.id}?deleteAs=normal`)
  })

  it.each([
    ['acorns', 'Acorns are what jays hide.', '[Acorns] are what jays hide'],
    [
      'jays',
      `Jays hide acorns. ${'They fly on and on. '.repeat(20)}`,
      '[Jays] hide acorns. They fly on and on. They fly …',
    ],
    ['jays', `${'They fly on and on. '.repeat(20)}So do jays.`, '… They fly on and on. So do [jays]'],
    [
      'jays',
      `${'They fly on and on. '.repeat(20)}Jays, too. ${'They fly on and on. '.repeat(20)}`,
      '… [Jays], too … …',
    ],
  ])('come with an ellipsis where the text around %s is cut', async (q, body, shape) => {
    const comment = await forum.comment(wren, posts.feeders as never, body)
    const { excerpts } = (await ask(q, '&in=comments')).json()
    const text = excerpts[0].segments
      .map((segment: { text: string; isHit: boolean }) =>
        segment.isHit ? `[${segment.text}]` : segment.text,
      )
      .join('')
    expect(text.startsWith('…'), text).toBe(shape.startsWith('…'))
    expect(text.endsWith('…'), text).toBe(shape.endsWith('…'))
    expect(text).toContain(/\[.*?\]/.exec(shape)?.[0])
    await wren.delete(`/api/posts/${posts.feeders?.publicId}/comments/${comment.id}?deleteAs=normal`)
  })

  it('do not change the excerpt of a post in feeds', async () => {
    const { posts: found } = (await ask('sunflowers', '&render=page')).json<{ posts: Post[] }>()
    expect(found.map(({ excerpt }) => excerpt)).toContain('They love sunflower seeds.')
  })
})

describe('filters', () => {
  it('narrow by author, community, type and day', async () => {
    expect(await titles('sunflower author:wren_writes community:birding')).toEqual(['Feeding finches'])
    expect(await titles('author:@Robin_Reads')).toEqual(['Reading', 'A nest in the hedge'])
    expect(await titles('type:link')).toEqual(['Reading'])
    expect(await titles('author:nobody_here')).toEqual([])
    expect(await titles('sunflower before:2020')).toEqual([])
    expect(await titles('sunflower after:2020 author:wren_writes', '&sort=new')).toEqual([
      'Sowing',
      'Feeding finches',
    ])
  })

  it('exclude authors, communities and types with a minus sign', async () => {
    expect(await titles('sunflower -author:wren_writes')).toEqual([])
    expect(await titles('sunflower -author:@Robin_Reads', '&sort=new')).toEqual(['Sowing', 'Feeding finches'])
    expect(await titles('sunflower -community:/Birding')).toEqual(['Sowing'])
    expect(await titles('-author:wren_writes', '&sort=new')).toEqual(['Reading', 'A nest in the hedge'])
    expect(await titles('-author:wren_writes -type:link')).toEqual(['A nest in the hedge'])
    expect(await titles('-author:wren_writes -author:robin_reads')).toEqual([])
    expect(await titles('author:robin_reads -community:birding')).toEqual(['Reading'])
    expect(await titles('sunflower -author:nobody_here -community:nowhere')).toHaveLength(2)
    expect(await titles('-author:nobody_here', '&limit=50')).toHaveLength(4)
    const comment = await forum.comment(robin, posts.seeds as never, 'Sunflower seeds for finches')
    expect(await comments('sunflower -author:wren_writes')).toHaveLength(1)
    expect(await comments('sunflower -author:robin_reads')).toEqual([])
    const count = async (q: string) =>
      (await robin.get(`/api/search/counts?q=${encodeURIComponent(q)}`)).json().posts.count
    expect(await count('sunflower -community:birding')).toBe(1)
    expect(await count('sunflower -author:nobody_here')).toBe(2)
    expect(await count('-author:wren_writes')).toBe(2)
    await robin.delete(`/api/posts/${posts.seeds?.publicId}/comments/${comment.id}?deleteAs=normal`)
  })

  it('sorts by votes', async () => {
    await forum.db
      .updateTable('posts')
      .set({ upvotes: 5 })
      .where('id', '=', posts.seeds?.id ?? '')
      .execute()
    expect(await titles('sunflower', '&sort=top')).toEqual(['Sowing', 'Feeding finches'])
    await forum.db
      .updateTable('posts')
      .set({ upvotes: 9 })
      .where('id', '=', posts.feeders?.id ?? '')
      .execute()
    expect(await titles('sunflower', '&sort=top')).toEqual(['Feeding finches', 'Sowing'])
  })

  it.each(searchSorts)('pages by %s without gaps or repetitions', async (sort) => {
    const whole = await titles('sunflower or hedge', `&sort=${sort}`)
    const found: string[] = []
    for (let next = ''; next !== 'null'; ) {
      const page = (await ask('sunflower or hedge', `&sort=${sort}&limit=1&next=${next}`)).json()
      expect(page.posts).toHaveLength(1)
      found.push(page.posts[0].title)
      next = String(page.next)
    }
    expect(found).toEqual(whole)
    expect(whole).toHaveLength(3)
  })
})

/** The first was written first, only the title of `title` has the word, and `liked` has the most points. */
const orders: Record<SearchSort, string[]> = {
  relevance: ['title', 'liked', 'last'],
  new: ['last', 'liked', 'title'],
  top: ['liked', 'last', 'title'],
}

describe('the order', () => {
  const word = 'capercaillie'
  let thread: PostFacts
  beforeAll(async () => {
    const like = (table: 'posts' | 'comments', id: string) =>
      forum.db.updateTable(table).set({ upvotes: 6 }).where('id', '=', id).execute()
    thread = await forum.post(wren, 'birding', { title: 'Birds of the woods', body: '' })
    await forum.post(wren, 'birding', { title: `title: ${word}`, body: 'Nothing else.' })
    await like('posts', (await forum.post(wren, 'birding', { title: 'liked', body: `A ${word}.` })).id)
    await forum.post(wren, 'birding', { title: 'last', body: `A ${word}.` })
    // Comments have no title; the word is more of a shorter one.
    await forum.comment(wren, thread, `title: ${word}, ${word} and ${word}`)
    await like('comments', (await forum.comment(wren, thread, `liked: one ${word} in all of the woods`)).id)
    await forum.comment(wren, thread, `last: one ${word} in all of the woods`)
  })

  const labelOf = (text: string) => /^\w+/.exec(text)?.[0]

  it.each(entriesOf(orders))('by %s is that of posts and of comments', async (sort, expected) => {
    expect((await titles(word, `&sort=${sort}`)).map(labelOf)).toEqual(expected)
    const found = (await ask(word, `&in=comments&sort=${sort}`)).json<{ comments: { body: string }[] }>()
    expect(found.comments.map(({ body }) => labelOf(body))).toEqual(expected)
  })
})

describe('the search excludes', () => {
  it('deleted texts and earlier versions', async () => {
    const post = await forum.post(wren, 'birding', { title: 'Kingfisher', body: 'blue lightning' })
    expect(await titles('lightning')).toEqual(['Kingfisher'])
    await wren.put(`/api/posts/${post.publicId}`, { title: 'Kingfisher', body: 'turquoise lightning' })
    expect(await titles('blue lightning')).toEqual([])
    expect(await titles('turquoise')).toEqual(['Kingfisher'])
    await wren.delete(`/api/posts/${post.publicId}?deleteAs=normal`)
    expect(await titles('kingfisher')).toEqual([])
    expect(await titles('kingfisher', '', admin)).toEqual([])
  })

  it('deleted comments, and all comments of a deleted post', async () => {
    const post = await forum.post(wren, 'birding', { title: 'Bitterns', body: 'boom' })
    const first = await forum.comment(robin, post, 'Reed beds shelter bitterns.')
    await forum.comment(robin, post, 'Marshes shelter them as well.')
    expect(await comments('shelter')).toHaveLength(2)
    await robin.delete(`/api/posts/${post.publicId}/comments/${first.id}?deleteAs=normal`)
    expect(await comments('shelter')).toEqual(['Marshes shelter them as well.'])
    await wren.delete(`/api/posts/${post.publicId}?deleteAs=normal`)
    expect(await comments('shelter')).toEqual([])
  })

  it('muted content, for that member only', async () => {
    const member = await forum.member('a_quiet_one')
    expect(await titles('hedge', '', member)).toEqual(['A nest in the hedge'])
    await member.post('/api/mutes', { userId: robin.id })
    expect(await titles('hedge', '', member)).toEqual([])
    expect(await titles('hedge')).toEqual(['A nest in the hedge'])
    const { id } = await forum.db
      .selectFrom('communities')
      .where('name', '=', 'gardening')
      .select('id')
      .executeTakeFirstOrThrow()
    await member.post('/api/mutes', { communityId: id })
    expect(await titles('may', '', member)).toEqual([])
  })
})

describe('names', () => {
  const names = async (q: string) =>
    (await ask(q, '&in=people')).json<{ users: { username: string; email: null }[] }>().users

  it('of people are found by a part, and with a letter wrong', async () => {
    expect((await names('wren_w')).map(({ username }) => username)).toEqual(['wren_writes'])
    expect((await names('@robin_raeds')).map(({ username }) => username)).toEqual(['robin_reads'])
    expect(await names('%')).toEqual([])
  })

  it('of deleted, suspended and built-in accounts are not', async () => {
    const gone = await forum.member('gone_away')
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', gone.id).execute()
    expect(await names('gone_away')).toEqual([])
    expect(await names('ghost')).toEqual([])
  })

  it('of a community come first where the query is one', async () => {
    const named = async (q: string, more = '', who: Pick<Member, 'get'> = robin) =>
      (await ask(q, more, who))
        .json<{ communities: { name: string }[] }>()
        .communities.map(({ name }) => name)
    expect(await named('Birding')).toEqual(['birding'])
    expect(await named('bird ing')).toEqual(['birding'])
    expect(await named('birding', '&in=comments')).toEqual([])
    expect(await named('birding in winter')).toEqual([])
    expect(await named('birding community:gardening')).toEqual([])
    expect(await named('"birding"')).toEqual([])
    const { next } = (await ask('hedge or sunflower', '&limit=1')).json()
    expect(await named('birding', `&limit=1&next=${next}`)).toEqual([])
    const member = await forum.member('a_bored_one')
    const { id } = await forum.db
      .selectFrom('communities')
      .where('name', '=', 'birding')
      .select('id')
      .executeTakeFirstOrThrow()
    await member.post('/api/mutes', { communityId: id })
    expect(await named('birding', '', member)).toEqual([])
  })

  it('of communities are found the same way, and by their descriptions', async () => {
    const communities = async (q: string) =>
      (await ask(q, '&in=communities')).json<{ communities: { name: string }[] }>().communities
    expect((await communities('gardning')).map(({ name }) => name)).toEqual(['gardening'])
    expect((await communities('all about birding')).map(({ name }) => name)).toContain('birding')
  })
})

describe('very many matches', () => {
  it('are searched from the newest on', async () => {
    const { id: communityId } = await forum.community('crowded')
    await sql`
      insert into posts (public_id, type, author_id, community_id, title, body, created_at)
      select lpad(n::text, 8, '0'), 'text', ${wren.id}, ${communityId}, 'Crowd ' || n, 'starling',
        timestamptz '2026-01-01' - n * interval '7 hours'
      from generate_series(1, 2500) as n`.execute(forum.db)
    expect(await titles('starling', '&sort=new&limit=3')).toEqual(['Crowd 1', 'Crowd 2', 'Crowd 3'])
    const { next } = (await ask('starling', '&sort=new&limit=50')).json()
    expect(await titles('starling', `&sort=new&limit=2&next=${next}`)).toEqual(['Crowd 51', 'Crowd 52'])
    expect(await titles('starling', '&limit=2')).toHaveLength(2)
    await sql`update posts set upvotes = 30, age_band = 4 where title = 'Crowd 2400'`.execute(forum.db)
    expect(await titles('starling', '&sort=top&limit=1')).toEqual(['Crowd 2400'])
    expect(await titles('starling before:2024-06-01', '&sort=new&limit=1')).toEqual(['Crowd 1986'])
  })
})

describe('a busy day', () => {
  beforeAll(async () => {
    const { id: communityId } = await forum.community('busy')
    await sql`
      insert into posts (public_id, type, author_id, community_id, title, body, created_at)
      select 'b' || lpad(n::text, 7, '0'), 'text', ${wren.id}, ${communityId}, 'Busy ' || n,
        'turnstone' || case when n > 3450 then ' dotterel' when n % 100 = 0 then ' whimbrel' else '' end,
        date_trunc('day', now()) - n * interval '20 seconds'
      from generate_series(1, 3500) as n`.execute(forum.db)
  })
  const busy = (...numbers: number[]) => numbers.map((n) => `Busy ${n}`)
  // As in a forum whose newest texts are all of these days.
  const lately = `after:${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`

  it('has its frequent words in the order of time, page after page', async () => {
    expect(await titles(`turnstone ${lately}`, '&sort=new&limit=3')).toEqual(busy(1, 2, 3))
    const { next } = (await ask(`turnstone ${lately}`, '&sort=new&limit=50')).json()
    expect(await titles(`turnstone ${lately}`, `&sort=new&limit=2&next=${next}`)).toEqual(busy(51, 52))
    expect(await titles(`turnstone ${lately}`, '&limit=2')).toHaveLength(2)
  })

  it('hides no word that only its earliest texts have, and none that few have', async () => {
    expect(await titles(`dotterel ${lately}`, '&sort=new&limit=2')).toEqual(busy(3451, 3452))
    expect(await titles(`dotterel ${lately}`, '&limit=50')).toHaveLength(50)
    expect(await titles(`whimbrel ${lately}`, '&sort=new&limit=50')).toEqual(
      busy(...Array.from({ length: 34 }, (_, n) => 100 * (n + 1))),
    )
  })
})

describe('words that are frequent in years of texts', () => {
  const all = Array.from({ length: 1200 }, (_, n) => `Old ${n + 1}`)

  beforeAll(async () => {
    const { id: communityId } = await forum.community('ancient')
    await sql`
      insert into posts (public_id, type, author_id, community_id, title, body, created_at)
      select 'old' || lpad(n::text, 5, '0'), 'text', ${wren.id}, ${communityId}, 'Old ' || n,
        case when n % 400 = 0 then 'wader grey plover' else 'wader plover grey' end
          || case when n = 1100 then ' shearwater' else '' end,
        timestamptz '2025-12-01' - n * interval '40 hours'
      from generate_series(1, 1200) as n`.execute(forum.db)
  })

  it('are paged through to the very first, in the order of time', async () => {
    const found: string[] = []
    for (let next = ''; next !== 'null'; ) {
      const page = (await ask('wader', `&sort=new&limit=50&next=${next}`)).json<{
        posts: Post[]
        next: unknown
      }>()
      found.push(...page.posts.map(({ title }) => title))
      next = String(page.next)
    }
    expect(found).toEqual(all)
  })

  it('hide neither a rare phrase of theirs nor a rare word', async () => {
    expect(await titles('"grey plover"', '&sort=new')).toEqual(['Old 400', 'Old 800', 'Old 1200'])
    expect(await titles('"grey plover"')).toHaveLength(3)
    expect(await titles('wader -"plover grey"', '&sort=new')).toEqual(['Old 400', 'Old 800', 'Old 1200'])
    expect(await titles('shearwater')).toEqual(['Old 1100'])
    expect(await titles('wader shearwater', '&sort=top')).toEqual(['Old 1100'])
  })

  it('are found in any span of time, community and type, and of any author', async () => {
    expect(await titles('wader before:2021-01', '&sort=new&limit=1')).toEqual(['Old 1078'])
    expect(await titles('wader after:2021-01-01 before:2021-01-04')).toHaveLength(2)
    expect(await titles('wader author:wren_writes community:ancient type:text', '&limit=50')).toHaveLength(50)
    expect(await titles('wader author:robin_reads')).toEqual([])
    expect(await titles('wader community:birding')).toEqual([])
    expect(await titles('wader type:link')).toEqual([])
    expect(await titles('wader author:robin_reads or crowd')).toEqual([])
  })

  it('can be excluded without other words', async () => {
    const left = await titles('-wader community:ancient')
    expect(left).toEqual([])
    expect(await titles('-wader', '&sort=new&limit=50')).not.toContain('Old 1')
    expect(await titles('-wader')).toHaveLength(10)
  })

  it('find the best matches of all time, too', async () => {
    await sql`update posts set upvotes = 40, age_band = 4 where title = 'Old 1150'`.execute(forum.db)
    expect(await titles('wader', '&sort=top&limit=1')).toEqual(['Old 1150'])
    expect(await titles('wader', '&limit=1')).toEqual(['Old 1150'])
  })

  it('exclude muted and deleted content', async () => {
    const member = await forum.member('a_fussy_one')
    await member.post('/api/mutes', { userId: wren.id })
    expect(await titles('wader', '', member)).toEqual([])
    expect(await titles('wader', '&sort=new', member)).toEqual([])
    await sql`update posts set deleted_at = now(), deleted_as = 'mods' where title = 'Old 1'`.execute(
      forum.db,
    )
    expect(await titles('wader', '&sort=new&limit=1')).toEqual(['Old 2'])
  })
})

describe('the language', () => {
  it('of the site determines the stemmer; everything is indexed again when it changes', async () => {
    await forum.post(wren, 'birding', { title: 'Vogelhäuser', body: 'Die Häuser der Meisen' })
    expect(await titles('haus')).toEqual([])
    await indexTexts(forum.db, { language: 'german', signal: new AbortController().signal })
    expect(await titles('haus')).toEqual(['Vogelhäuser'])
    await indexTexts(forum.db, { language: 'simple', signal: new AbortController().signal })
    expect(await titles('haus')).toEqual([])
    await indexTexts(forum.db, { language: 'english', signal: new AbortController().signal })
    expect(await titles('feeds')).toEqual(['Feeding finches', 'A nest in the hedge'])
  })

  it('stays the same while a job indexes existing texts', async () => {
    await sql`delete from post_search`.execute(forum.db)
    await sql`delete from comment_search`.execute(forum.db)
    await sql`update search_progress set after_id = 0, is_finished = false`.execute(forum.db)
    expect(await titles('finch')).toEqual([])
    await indexTexts(forum.db, { language: 'english', signal: new AbortController().signal })
    expect(await titles('finch')).toHaveLength(2)
    expect(await comments('marshes')).toEqual([])
  })
})
