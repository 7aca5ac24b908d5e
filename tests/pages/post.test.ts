import { afterAll, describe, expect, it } from 'vitest'
import type { PostFacts } from '../support/forum.ts'
import { textOf } from '../support/html.ts'
import { type ServedPage, startForumWithPages } from '../support/pages.ts'
import { articles, buttons, links, startReading } from '../support/readPages.ts'

// What the page says. What happens when it is used is in tests/browser/.

const { forum, keeper, author, newName, newCommunity, scene, set } = await startReading()
afterAll(() => forum.close())

const discussion = (page: ServedPage) => page.labelled('Comments')
const comments = (page: ServedPage) => articles(page, discussion(page))

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
    for (const name of ['description', 'og:description']) expect(page.meta(name)).toBe('They fly far.')
    expect(page.meta('og:title')).toBe(title)
    expect(page.meta('og:type')).toBe('article')
    const { createdAt } = (await author.get(`/api/posts/${post.publicId}?render=page`)).json()
    expect(page.meta('article:published_time')).toBe(createdAt)
    expect(page.meta('og:locale')).toBe('en_US')
    expect(page.meta('og:image:alt')).toBe(title)
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
      'This post was locked by a moderator. Comments and voting are closed.',
    )
    expect(textOf(discussion(page))).toContain('This post is locked. Comments are closed.')
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
