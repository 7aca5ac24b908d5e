import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Member, PostFacts } from '../support/forum.ts'
import { type HtmlElement, textOf } from '../support/html.ts'
import { type ForumWithPages, type ServedPage, startForumWithPages } from '../support/pages.ts'

// What posts, discussions, communities and profiles say. What happens when they are used is in tests/browser/.

let forum: ForumWithPages
let keeper: Member
let author: Member
beforeAll(async () => {
  forum = await startForumWithPages()
  keeper = await forum.member('keeper', { isAdmin: true })
  author = await forum.member('author')
})
afterAll(() => forum.close())

let made = 0
const newName = (beginning: string) => {
  made += 1
  return `${beginning}${made}`
}
const newCommunity = (name = newName('moss')) => forum.community(name, keeper)
/** A post in a community of its own. */
async function scene(fields: Parameters<ForumWithPages['post']>[2] = {}) {
  const moss = await newCommunity()
  const post = await forum.post(author, moss.name, fields)
  return { moss, post, address: `/${moss.name}/post/${post.publicId}` }
}
const set = (post: PostFacts, facts: object) =>
  forum.db.updateTable('posts').set(facts).where('id', '=', post.id).execute()

/** The cards of a feed, or the items of a discussion. */
const articles = (page: ServedPage, within?: HtmlElement) =>
  page.all('article', {}, within ?? page.all('main')[0])
const headings = (page: ServedPage) => articles(page).map((card) => textOf(page.all('h2', {}, card)[0]))
const discussion = (page: ServedPage) => page.labelled('Comments')
const comments = (page: ServedPage) => articles(page, discussion(page))
const buttons = (page: ServedPage, name: string | RegExp, within?: HtmlElement) =>
  page.all('button', {}, within ?? page.all('main')[0]).filter((button) => {
    const said = button.attribs['aria-label'] ?? textOf(button)
    return typeof name === 'string' ? said === name : name.test(said)
  })
/** The labels of links, and where they lead. */
const links = (page: ServedPage, within?: HtmlElement) =>
  page.all('a', {}, within).map((link) => [textOf(link), link.attribs.href])
const current = (page: ServedPage, nav: string) =>
  page
    .all('a', {}, page.labelled(nav))
    .filter((link) => link.attribs['aria-current'])
    .map(textOf)

describe('a feed', () => {
  it('[CORE-2-096] [CORE-2-097] [CORE-2-099] is hot unless the URL says otherwise; latest is called New', async () => {
    const { moss, post } = await scene({ title: 'Older' })
    await forum.post(author, moss.name, { title: 'Newer' })
    for (const name of ['voter', 'voter'])
      await (await forum.member(newName(name))).post('/api/_postVote', { postId: post.id, up: true })
    await set(post, { upvotes: 500 })
    const hot = await forum.read(`/${moss.name}`)
    expect(current(hot, 'Sort by')).toEqual(['Hot'])
    expect(headings(hot)).toEqual(['Older', 'Newer'])
    expect(links(hot, hot.labelled('Sort by'))).toContainEqual(['New', `/${moss.name}?sort=latest`])
    const latest = await forum.read(`/${moss.name}?sort=latest`)
    expect(current(latest, 'Sort by')).toEqual(['New'])
    expect(headings(latest)).toEqual(['Newer', 'Older'])
    expect(current(await forum.read(`/${moss.name}?sort=backwards`), 'Sort by')).toEqual(['Hot'])
  })

  it('[CORE-2-107] [CORE-2-108] [CORE-2-110] [CORE-2-114] [CORE-2-115] shows community, author, time, points and comments of each post', async () => {
    const { moss, post } = await scene({ title: 'Spores', body: 'In **spring**.' })
    await forum.comment(author, post, 'First')
    await forum.comment(author, post, 'Second')
    for (const name of ['voter', 'voter'])
      await (await forum.member(newName(name))).post('/api/_postVote', { postId: post.id, up: true })
    // The page goes by a clock that is up to a minute late.
    const created_at = new Date(Date.now() - 3 * 3600_000 - 60_000)
    await set(post, { created_at })
    const page = await forum.read(`/${moss.name}`)
    const [card, ...others] = articles(page)
    expect(others).toEqual([])
    const [community] = page.all('a', { href: `/${moss.name}` }, card)
    expect(textOf(community)).toContain(moss.name)
    expect(textOf(page.all('span', { 'aria-hidden': 'true' }, community)[0])).toBe('m')
    expect(textOf(card)).toContain(`@${author.username}`)
    const [time] = page.all('time', {}, card)
    expect([textOf(time), time?.attribs.datetime]).toEqual(['3 hours ago', created_at.toISOString()])
    expect(headings(page)).toEqual(['Spores'])
    expect(textOf(card)).toContain('In spring.')
    for (const name of ['Upvote', 'Downvote']) expect(buttons(page, name, card)).toHaveLength(1)
    expect(textOf(page.all('data', { title: '3 up, 0 down' }, card)[0])).toBe('3')
    const talk = page.all('a', {}, card).find((link) => link.attribs['aria-label'] === '2 comments')
    expect(textOf(talk)).toBe('2')
  })

  it('[CORE-2-004] [CORE-2-005] at home shows all posts unless a member has chosen subscriptions', async () => {
    const title = newName('elsewhere')
    await scene({ title })
    const member = await forum.member(newName('rowan'))
    expect(headings(await forum.read('/?sort=latest', member))[0]).toBe(title)
    await forum.db
      .updateTable('users')
      .set({ home_feed: 'subscriptions' })
      .where('id', '=', member.id)
      .execute()
    const own = await forum.read('/?sort=latest', member)
    expect(own.main).toContain('Your feed is empty')
    expect(links(own, own.labelled('Main'))).toContainEqual(['All', '/all?sort=latest'])
    expect(headings(await forum.read('/all?sort=latest', member))[0]).toBe(title)
  })

  it('has pinned posts on its first page in addition to the usual number', async () => {
    const { moss } = await scene()
    const posts: PostFacts[] = []
    for (let number = 0; number < 11; number += 1) posts.push(await forum.post(author, moss.name))
    for (const { publicId } of posts.slice(0, 2)) await keeper.put(`/api/posts/${publicId}?action=pin`, {})
    expect(headings(await forum.read(`/${moss.name}`))).toHaveLength(12)
  })
})

describe('the page of a post', () => {
  it('[CORE-2-010] [CORE-2-127] [CORE-2-129] [CORE-2-145] [CORE-2-146] shows the post, its comments and its community', async () => {
    const title = 'Spores <in> "spring"'
    const { moss, post, address } = await scene({ title, body: 'They **fly** far.' })
    const first = await forum.comment(keeper, post, 'How far?')
    await forum.comment(author, post, 'Very far.', first.id)
    const page = await forum.read(`${address}?from=somewhere`, undefined, {
      headers: { host: 'moss.example' },
    })
    expect(page.heading).toBe(title)
    const [shown] = articles(page)
    expect(page.all('strong', {}, shown).map(textOf)).toEqual(['fly'])
    expect(textOf(shown)).toContain(`@${author.username}`)
    expect(textOf(shown)).toContain('2 comments')
    const [outer] = page.all('li', {}, discussion(page))
    expect(textOf(outer)).toContain('How far?')
    expect(textOf(page.all('li', {}, outer)[0])).toContain('Very far.')
    const [aside] = page.all('aside')
    expect(links(page, aside).map(([, href]) => href)).toContain(`/${moss.name}`)
    expect(page.aside).toContain(`All about ${moss.name}`)
    expect(buttons(page, /^Join/, aside)).toHaveLength(1)
    // Its title and metadata.
    expect(page.title).toBe(`${title} · Folkmoot`)
    expect(page.canonical).toBe(`http://moss.example${address}`)
    expect(page.meta('og:url')).toBe(`http://moss.example${address}`)
    expect(page.meta('robots')).toBeUndefined()
    for (const name of ['description', 'og:description'])
      expect(page.meta(name)).toBe(`1 upvote • 2 comments • ${title}`)
    expect(page.meta('og:title')).toBe(title)
  })

  it('[CORE-3-011] shows text, link and image posts, and other types are refused', async () => {
    const { moss, post, address } = await scene({ title: 'Spores in spring' })
    const typeNow = async () => (await author.get(`/api/posts/${post.publicId}`)).json().type
    expect(await typeNow()).toBe('text')
    await set(post, { type: 'image' })
    expect(await typeNow()).toBe('image')
    expect((await forum.read(address)).heading).toBe('Spores in spring')
    await set(post, { type: 'link', link_url: 'https://a.example/spores', link_hostname: 'a.example' })
    const page = await forum.read(address)
    const [link] = page.all('a', {}, page.all('h1')[0])
    expect(textOf(link)).toContain('Spores in spring')
    expect(link?.attribs).toMatchObject({
      href: 'https://a.example/spores',
      rel: 'noreferrer nofollow ugc',
      target: '_blank',
    })
    expect(await typeNow()).toBe('link')
    const poll = { type: 'poll', title: 'What now?', body: '', community: moss.name }
    expect((await author.post('/api/posts', poll)).statusCode).toBe(400)
  })

  it('[CORE-5-039] links to the pages of the forum inside of it, however a text names them', async () => {
    const known = await startForumWithPages({ SITE_URL: 'https://moss.example' })
    try {
      const writer = await known.member('writer')
      const { name } = await known.community('moss')
      const body = '[about](https://moss.example/moss?tab=about) [else](https://a.example/b)'
      const { publicId } = await known.post(writer, name, { body })
      const page = await known.read(`/moss/post/${publicId}`, undefined, {
        headers: { host: 'moss.example' },
      })
      const [inside, outside] = ['about', 'else'].map((text) =>
        page.all('a', {}, articles(page)[0]).find((link) => textOf(link) === text),
      )
      expect(inside?.attribs.href).toBe('/moss?tab=about')
      expect(inside?.attribs).not.toHaveProperty('target')
      expect(outside?.attribs.target).toBe('_blank')
    } finally {
      await known.close()
    }
  })

  it('is not labelled as edited in its first minutes', async () => {
    const { post, address } = await scene()
    await author.put(`/api/posts/${post.publicId}`, { title: 'Corrected' })
    const page = await forum.read(address, author)
    expect(page.heading).toBe('Corrected')
    expect(textOf(articles(page)[0])).not.toContain('Edited')
  })

  it('says who locked it, and accepts neither votes nor comments then', async () => {
    const { post, address } = await scene()
    await forum.comment(author, post, 'How far?')
    await set(post, { locked_at: new Date(), locked_as: 'mods', locked_by: keeper.id })
    const page = await forum.read(address, await forum.member(newName('reader')))
    expect(textOf(articles(page)[0])).toContain(
      'This post was locked by a moderator. Comments and votes are closed.',
    )
    expect(textOf(discussion(page))).toContain('This post is locked. No more comments can be added.')
    for (const name of ['Add a comment', /^Reply/]) expect(buttons(page, name)).toEqual([])
    const arrows = buttons(page, /vote$/)
    expect(arrows).toHaveLength(4)
    for (const arrow of arrows) expect(arrow.attribs).toHaveProperty('disabled')
  })

  it('has its picture in the metadata for link previews', async () => {
    const { moss, post, address } = await scene()
    const { id: imageId } = await forum.upload(author)
    const images = [{ imageId, caption: 'Picture A' }]
    const fields = { type: 'image', title: 'Moss from above', images, community: moss.name }
    const pictures: PostFacts = (await author.post('/api/posts', fields)).json()
    const page = await forum.read(`/${moss.name}/post/${pictures.publicId}`)
    expect(page.meta('og:image')).toMatch(/^http:\/\/[^/]+\/images\//)
    expect(Number(page.meta('og:image:width'))).toBeGreaterThan(0)
    expect(page.meta('og:image:alt')).toBe('Picture A')
    expect((await forum.read(address)).meta('og:image')).toMatch(/\/icon-maskable-512\.png$/)
    const { id: thumbnail } = await forum.upload(keeper)
    await forum.db
      .updateTable('images')
      .set({ use: 'thumbnail', is_used: true })
      .where('id', '=', thumbnail)
      .execute()
    await set(post, {
      type: 'link',
      link_url: 'https://moss.example/where',
      link_hostname: 'moss.example',
      link_image_id: thumbnail,
    })
    expect((await forum.read(address)).meta('og:image')).toMatch(/^http:\/\/[^/]+\/images\//)
  })

  it('and its card show the ghost for a deleted account to all except admins', async () => {
    const gone = await forum.member(newName('gone'))
    const moss = await newCommunity()
    const post = await forum.post(gone, moss.name, { title: 'Spores' })
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    for (const address of [`/${moss.name}/post/${post.publicId}`, `/${moss.name}`]) {
      const page = await forum.read(address)
      const [card] = articles(page)
      expect(textOf(card)).toContain('Ghost')
      expect(page.linksTo(/Ghost/)).toEqual([])
      expect(page.text).not.toContain(gone.username)
      expect((await forum.read(address, keeper)).main).toContain(`@${gone.username}`)
    }
  })
})

describe('a discussion', () => {
  it('[CORE-2-145] has the most upvoted first, and the newest of equals', async () => {
    const { post, address } = await scene()
    const old = await forum.comment(author, post, 'The old one')
    const middle = await forum.comment(author, post, 'The middle one')
    await forum.comment(author, post, 'The new one')
    await forum.comment(author, post, 'An answer', middle.id)
    const voter = await forum.member(newName('voter'))
    await voter.post('/api/_commentVote', { commentId: old.id, up: true })
    const said = comments(await forum.read(address)).map(textOf)
    for (const [place, word] of ['old', 'new', 'middle', 'answer'].entries())
      expect(said[place]).toContain(word)
  })

  it('labels the author of the post', async () => {
    const { post, address } = await scene()
    await forum.comment(author, post, 'From the author')
    await forum.comment(keeper, post, 'From another')
    const page = await forum.read(address)
    const labels = comments(page).map((one) =>
      page.all('span', {}, one).some((span) => textOf(span) === 'Author'),
    )
    expect(comments(page).map(textOf)).toEqual([
      expect.stringContaining('From another'),
      expect.stringContaining('From the author'),
    ])
    expect(labels).toEqual([false, true])
  })

  it('[CORE-2-011] is the one of the post, whatever community or post the URL of a comment names', async () => {
    const { moss, post, address } = await scene()
    const said = await forum.comment(author, post, 'How far?')
    const fern = await newCommunity(newName('fern'))
    const wrong = await forum.read(`/${fern.name}/post/${post.publicId}/${said.id}`)
    expect([wrong.status, wrong.location]).toEqual([301, `${address}/${said.id}`])
    const other = await forum.post(author, moss.name)
    const elsewhere = await forum.read(`/${moss.name}/post/${other.publicId}/${said.id}`)
    expect(elsewhere.location).toBe(`/${moss.name}/post/${other.publicId}`)
  })

  it('is shown whole for an unknown or invalid comment', async () => {
    const { post, address } = await scene()
    await forum.comment(author, post, 'How far?')
    for (const id of ['999999999', 'nonsense'])
      expect((await forum.read(`${address}/${id}`)).location).toBe(address)
    expect(comments(await forum.read(address)).map(textOf)).toEqual([expect.stringContaining('How far?')])
  })
})

describe('the page of a community', () => {
  it('[CORE-2-009] [CORE-1-004] shows guests its posts and what it is about', async () => {
    const moss = await newCommunity()
    const about = 'All about **moss** and [ferns](https://a.example).'
    await keeper.put(`/api/communities/${moss.id}`, { about })
    await forum.post(author, moss.name, { title: 'Spores in spring' })
    const page = await forum.read(`/${moss.name}?sort=latest`, undefined, {
      headers: { host: 'moss.example' },
    })
    expect(page.heading).toBe(moss.name)
    expect(headings(page)).toEqual(['Spores in spring'])
    expect(page.main).toContain('1 member')
    expect(page.title).toBe(`${moss.name} · Folkmoot`)
    for (const name of ['description', 'og:description'])
      expect(page.meta(name)).toBe('All about moss and ferns.')
    expect(page.meta('og:title')).toBe(moss.name)
    expect(page.canonical).toBe(`http://moss.example/${moss.name}`)
    expect(page.linksTo('Create post')[0]).toBe(`/new?community=${moss.name}`)
    // [ACC-2-036] its tabs are Posts and About, each with its own URL
    const tabs = [
      ['Posts', `/${moss.name}`],
      ['About', `/${moss.name}?tab=about`],
    ] as const
    for (const [name, address] of tabs) {
      const tab = await forum.read(address)
      expect(links(tab, tab.labelled(moss.name))).toEqual(tabs)
      expect(current(tab, moss.name)).toEqual([name])
      expect(tab.main.includes('All about moss and ferns.')).toBe(name === 'About')
      expect(headings(tab)).toHaveLength(name === 'Posts' ? 1 : 0)
    }
  })

  it('has no link to a new post for members who may not write one, and says why', async () => {
    const moss = await newCommunity()
    const [banned, stranger] = [
      await forum.member(newName('banned')),
      await forum.member(newName('stranger')),
    ]
    await forum.db
      .insertInto('community_bans')
      .values({ community_id: moss.id, user_id: banned.id })
      .execute()
    const createLinks = (page: ServedPage) =>
      links(page, page.all('main')[0]).filter(([name]) => name === 'Create post')
    const free = await forum.read(`/${moss.name}`, stranger)
    expect(createLinks(free)).not.toEqual([])
    expect(free.main).toContain('No posts yet')
    expect(free.main).toContain(`Be the first to write one in ${moss.name}.`)
    const refused = await forum.read(`/${moss.name}`, banned)
    expect(refused.main).toContain(`You've been banned from ${moss.name}.`)
    expect(refused.main).toContain('No posts yet')
    expect(createLinks(refused)).toEqual([])
    await keeper.put(`/api/communities/${moss.id}`, { postingRestricted: true })
    const restricted = await forum.read(`/${moss.name}`, stranger)
    expect(restricted.main).toContain('Only approved members of this community can post.')
    expect(createLinks(restricted)).toEqual([])
    expect(createLinks(await forum.read(`/${moss.name}`, keeper))).not.toEqual([])
  })

  it('[ACC-2-038] [ACC-2-039] [ACC-2-040] [ACC-2-041] says in About what it is for, who takes part, its rules and its moderators', async () => {
    const moss = await newCommunity()
    await keeper.put(`/api/communities/${moss.id}`, { about: 'Soft and **green**.' })
    const second = await forum.member(newName('second'))
    await second.post('/api/_joinCommunity', { communityId: moss.id, leave: false })
    const rule = { community_id: moss.id, created_by: keeper.id }
    await forum.db
      .insertInto('community_rules')
      .values([
        { ...rule, rule: 'No vinegar', z_index: 2 },
        { ...rule, rule: 'Be kind', description: 'To people and to plants.', z_index: 1 },
      ])
      .execute()
    await forum.db
      .insertInto('moderators')
      .values({ community_id: moss.id, user_id: second.id, position: 1 })
      .execute()
    const page = await forum.read(`/${moss.name}?tab=about`)
    expect(page.all('strong', {}, page.all('main')[0]).map(textOf)).toEqual(['green'])
    expect(page.main).toContain('2 members · created on ')
    const listed = (name: string) => page.all('li', {}, page.labelled(name)).map(textOf)
    expect(listed('Rules')).toEqual(['Be kindTo people and to plants.', 'No vinegar'])
    expect(listed('Moderators')).toEqual([
      expect.stringContaining(`@${keeper.username}`),
      expect.stringContaining(`@${second.username}`),
    ])
  })
})

describe('a profile', () => {
  it('[CORE-1-005] [CORE-2-017] [CORE-2-166] [CORE-2-167] [CORE-2-169] [CORE-2-170] [CORE-2-173] shows guests the facts about a member', async () => {
    const rowan = await forum.member(newName('Rowan'))
    await rowan.post('/api/_settings?action=updateProfile', { aboutMe: 'I like **moss**.' })
    await sql`update users set points = 1234, created_at = '2023-03-05T10:00:00Z',
      last_seen_at = '2024-11-02T10:00:00Z' where username = ${rowan.username}`.execute(forum.db)
    const page = await forum.read(`/@${rowan.username}`)
    const name = `About @${rowan.username}`
    expect(page.heading).toBe(`@${rowan.username}`)
    for (const fact of ['1.2k points', 'Joined on 5 March 2023', 'Last seen in November 2024'])
      expect(page.said(name)).toContain(fact)
    expect(page.all('strong', {}, page.labelled(name)).map(textOf)).toContain('moss')
    // The letter replaces the missing picture.
    expect(page.all('span', {}, page.labelled(name)).map(textOf)).toContain('r')
    expect(page.said(name)).not.toContain('Admin')
    expect(page.title).toBe(`@${rowan.username} · Folkmoot`)
    for (const meta of ['description', 'og:description']) expect(page.meta(meta)).toBe('I like moss.')
    expect(page.meta('robots')).toBeUndefined()
  })

  it('[CORE-2-168] labels admins', async () => {
    const page = await forum.read(`/@${keeper.username}`)
    const [card] = [page.labelled(`About @${keeper.username}`)]
    expect(page.all('span', {}, card).map(textOf)).toContain('Admin')
  })

  it('[CORE-2-193] redirects other spellings of its name to the canonical one', async () => {
    const rowan = await forum.member(newName('Rowan'))
    const page = await forum.read(`/@${rowan.username.toUpperCase()}?filter=posts`)
    expect([page.status, page.location]).toEqual([301, `/@${rowan.username}?filter=posts`])
  })

  it('[CORE-8-028] [CORE-2-203] [CORE-4-052] is not found for an unknown name', async () => {
    const page = await forum.read('/@nobody_is_called_so')
    expect([page.status, page.heading]).toEqual([404, '404: Not found!'])
  })

  it('[CORE-2-186] [CORE-2-188] [CORE-2-189] has counts, communities and lists in its right column', async () => {
    const founder = await forum.member(newName('founder'), { isAdmin: true })
    const moss = await forum.community(newName('moss'), founder)
    const post = await forum.post(founder, moss.name)
    await forum.comment(founder, post, 'First')
    await forum.comment(founder, post, 'Second')
    for (const [name, isPublic] of [
      ['ferns', true],
      ['secrets', false],
    ] as const)
      await founder.post(`/api/users/${founder.username}/lists`, {
        name,
        displayName: name,
        public: isPublic,
      })
    const page = await forum.read(`/@${founder.username}`)
    expect(page.said('Summary')).toContain('Posts1Comments2')
    expect(links(page, page.labelled('Moderator of')).map(([, href]) => href)).toEqual([`/${moss.name}`])
    const lists = page.labelled('Lists')
    expect(page.all('li', {}, lists).map(textOf)).toEqual([expect.stringMatching(/^ferns/)])
    expect(links(page, lists).map(([, href]) => href)).toEqual([
      `/@${founder.username}/lists`,
      `/@${founder.username}/lists/ferns`,
    ])
    expect(textOf(page.all('a', {}, lists)[0])).toBe('View all')
  })

  it('[CORE-2-201] [CORE-6-020] of a banned account is shown to admins only', async () => {
    const rowan = await forum.member(newName('rowan'))
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', rowan.id).execute()
    const page = await forum.read(`/@${rowan.username}`)
    expect(page.heading).toBe('Account suspended.')
    expect(page.meta('robots')).toBe('noindex')
    const seen = await forum.read(`/@${rowan.username}`, keeper)
    expect(seen.said(`About @${rowan.username}`)).toContain('Suspended')
  })
})

describe('the directory', () => {
  it('[CORE-2-008] is linked in the left column, at /communities', async () => {
    const home = await forum.read('/')
    expect(links(home, home.labelled('Main'))).toContainEqual(['Communities', '/communities'])
    const page = await forum.read('/communities')
    expect([page.heading, page.title]).toEqual(['Communities', 'Communities · Folkmoot'])
  })
})
