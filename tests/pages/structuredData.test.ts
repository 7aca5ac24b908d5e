import type { FastifyInstance } from 'fastify'
import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, type PostFacts, startForum } from '../support/forum.ts'
import { hostileTexts } from '../support/hostileTexts.ts'

const origin = 'https://forum.example'

let forum: Forum
let app: FastifyInstance
let author: Member

beforeAll(async () => {
  forum = await startForum({ SITE_URL: origin, SITE_NAME: 'The Shed' })
  author = await forum.member('rowan', { isAdmin: true, points: 500 })
  await forum.community('gardening', author)
  await author.post('/api/users/rowan/lists', { name: 'greenery', displayName: 'Greenery', public: true })
  app = await createApp({
    ...forum,
    secrets: await loadSecrets(forum.db),
    pages: {
      renderer,
      assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

type Thing = Record<string, unknown> & { '@type': string }

/** A page as a search engine parses it: the relevant elements, with attributes and content. */
async function read(url: string, headers: Record<string, string> = {}) {
  const { body } = await app.inject({ url, headers })
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push({ name, attributes, text: '' }),
    ontext(text) {
      const last = elements.at(-1)
      if (last) last.text += text
    },
  })
  parser.end(body)
  const scripts = elements.filter(({ name }) => name === 'script')
  const data = scripts.filter(({ attributes }) => attributes.type === 'application/ld+json')
  const things: Thing[] = data.flatMap(({ text }) => JSON.parse(text)['@graph'])
  return {
    body,
    scripts,
    data,
    canonical: elements.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href,
    property: (wanted: string) =>
      elements.find(({ attributes: { property } }) => property === wanted)?.attributes.content,
    things,
    thing: (type: string) => things.find((one) => one['@type'] === type),
  }
}

const pageOf = ({ publicId }: PostFacts, community = 'gardening') => `/${community}/post/${publicId}`

describe('metadata for link previews', () => {
  const logo = `${origin}/icon-maskable-512.png`
  it.each([
    ['/', '/'],
    ['/?sort=day', '/'],
    ['/all?sort=latest', '/all'],
    ['/gardening?sort=day', '/gardening'],
    ['/gardening?tab=about', '/gardening?tab=about'],
    ['/communities', '/communities'],
    ['/@rowan?filter=posts', '/@rowan'],
    ['/@rowan/lists/greenery', '/@rowan/lists/greenery'],
    ['/markdown-guide', '/markdown_guide'],
    ['/about', '/about'],
    ['/modlog', '/modlog'],
    ['/search', '/search'],
  ])('%s is to be found at %s, and shown with the logo', async (url, canonical) => {
    const page = await read(url)
    expect(page.canonical).toBe(origin + canonical)
    expect(page.property('og:url')).toBe(page.canonical)
    expect(page.property('og:image')).toBe(logo)
    expect(page.property('og:title')).not.toBe('')
  })
})

describe('structured data', () => {
  it('of a discussion: authors, times, and votes', async () => {
    const post = await forum.post(author, 'gardening', {
      title: 'Beans & <peas>',
      body: 'They **grow** _well_ < here.\n\nIn rows.',
    })
    const guest = await forum.member('ilex')
    const first = await forum.comment(guest, post, 'With *sticks*?')
    const reply = await forum.comment(author, post, 'Two metres.', first.id)
    await guest.post('/api/_postVote', { postId: post.id, up: true })
    const page = await read(pageOf(post))
    const url = `${origin}${pageOf(post)}`
    expect(page.canonical).toBe(url)
    expect(page.data).toHaveLength(1)
    const rowan = {
      '@type': 'Person',
      '@id': `${origin}/@rowan`,
      name: 'rowan',
      url: `${origin}/@rowan`,
    }
    const likes = (times: number) => ({
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: times,
    })
    expect(page.thing('DiscussionForumPosting')).toMatchObject({
      '@id': url,
      url,
      headline: 'Beans & <peas>',
      text: 'They grow well < here.\nIn rows.',
      author: rowan,
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      dateModified: expect.stringMatching(/Z$/),
      isPartOf: { '@type': 'WebPage', name: 'gardening', url: `${origin}/gardening` },
      commentCount: 2,
      interactionStatistic: [
        likes(2),
        { interactionType: 'https://schema.org/DislikeAction', userInteractionCount: 0 },
        { interactionType: 'https://schema.org/CommentAction', userInteractionCount: 2 },
      ],
      comment: [
        {
          '@type': 'Comment',
          url: `${url}/${first.id}`,
          text: 'With sticks?',
          author: { name: 'ilex' },
          comment: [{ url: `${url}/${reply.id}`, text: 'Two metres.', author: rowan }],
        },
      ],
    })
    expect(page.thing('BreadcrumbList')).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'The Shed', item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: 'gardening', item: `${origin}/gardening` },
        { '@type': 'ListItem', position: 3, name: 'Beans & <peas>', item: url },
      ],
    })
  })

  it('of pictures and links: their URLs', async () => {
    const pictures = await read(pageOf(await forum.post(author, 'gardening', { type: 'image', images: 2 })))
    const { image, text } = pictures.thing('DiscussionForumPosting') as Thing
    expect(image).toEqual([
      expect.stringMatching(/^https:\/\/forum\.example\/images\/\d+\.jpeg\?/),
      expect.stringMatching(/^https:\/\/forum\.example\/images\/\d+\.jpeg\?/),
    ])
    expect(text).toBe('A post about something')
    expect(pictures.property('og:image')).toBe((image as string[])[0])
    const link = await forum.post(author, 'gardening', { type: 'link', url: 'https://peas.example/a?b=1&c' })
    expect((await read(pageOf(link))).thing('DiscussionForumPosting')).toMatchObject({
      sharedContent: { '@type': 'WebPage', url: 'https://peas.example/a?b=1&c' },
    })
  })

  it('of the front page: the site and how to search it', async () => {
    const page = await read('/')
    expect(page.things).toHaveLength(1)
    expect(page.thing('WebSite')).toMatchObject({
      name: 'The Shed',
      url: `${origin}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${origin}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    })
  })

  it('of a community: what it is about', async () => {
    const page = await read('/gardening')
    expect(page.thing('CollectionPage')).toMatchObject({
      name: 'gardening',
      url: `${origin}/gardening`,
      description: 'All about gardening',
      isPartOf: { '@type': 'WebSite', name: 'The Shed', url: `${origin}/` },
    })
    expect(page.thing('BreadcrumbList')).toMatchObject({ itemListElement: [{}, { name: 'gardening' }] })
  })

  it('of a member: only what their page shows', async () => {
    const writer = await forum.member('fern')
    await forum.post(writer, 'gardening')
    await forum.db
      .updateTable('users')
      .set({ about_me: 'Grows *moss*.' })
      .where('id', '=', writer.id)
      .execute()
    const page = await read('/@fern')
    expect(page.thing('ProfilePage')).toEqual({
      '@type': 'ProfilePage',
      url: `${origin}/@fern`,
      dateCreated: expect.stringMatching(/Z$/),
      mainEntity: {
        '@type': 'Person',
        '@id': `${origin}/@fern`,
        name: 'fern',
        url: `${origin}/@fern`,
        alternateName: '@fern',
        description: 'Grows moss.',
        agentInteractionStatistic: [
          expect.objectContaining({
            interactionType: 'https://schema.org/WriteAction',
            userInteractionCount: 1,
          }),
          expect.objectContaining({
            interactionType: 'https://schema.org/CommentAction',
            userInteractionCount: 0,
          }),
        ],
      },
    })
  })

  it('is absent on pages that must not be indexed', async () => {
    const post = await forum.post(author, 'gardening', { title: 'Here and gone' })
    const { id } = await forum.comment(author, post)
    const gone = await forum.member('gone')
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', gone.id).execute()
    const parts = [
      `${pageOf(post)}/${id}`,
      `${pageOf(post)}?next=1.${id}`,
      '/@gone',
      '/nothing/here',
      '/search?q=beans',
    ]
    for (const url of [...parts, '/all', '/about', '/login', '/communities'])
      expect([url, (await read(url)).data]).toEqual([url, []])
  })

  it.each([
    ['deleted by its author', { deleteAs: 'normal' }],
    ['removed by moderators', { deleteAs: 'mods' }],
    ['removed with its content', { deleteAs: 'admins', deleteContent: 'true' }],
  ])('is nothing of a post that was %s', async (_case, query) => {
    const post = await forum.post(author, 'gardening', { title: 'Secret roots', body: 'Their place.' })
    expect((await read(pageOf(post))).data).toHaveLength(1)
    const answer = await author.delete(`/api/posts/${post.publicId}?${new URLSearchParams(query)}`)
    expect(answer.statusCode).toBe(200)
    const page = await read(pageOf(post))
    expect(page.data).toEqual([])
    expect(page.property('og:title')).not.toBeUndefined()
  })

  it('excludes deleted comments, and names of deleted accounts', async () => {
    const [leaving, staying] = [await forum.member('leaving'), await forum.member('staying')]
    const post = await forum.post(leaving, 'gardening', { title: 'Whose is it' })
    const unsaid = await forum.comment(staying, post, 'Better left unsaid.')
    await forum.comment(author, post, 'An answer to that.', unsaid.id)
    await forum.comment(author, post, 'Kept.')
    const gone = await staying.delete(`/api/posts/${post.publicId}/comments/${unsaid.id}?deleteAs=normal`)
    expect(gone.statusCode).toBe(200)
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', leaving.id).execute()
    const page = await read(pageOf(post))
    const [data] = page.data
    expect(data?.text).not.toMatch(/unsaid|An answer|leaving|staying/)
    expect(page.thing('DiscussionForumPosting')).toMatchObject({
      author: { '@type': 'Person', name: 'Ghost' },
      comment: [{ text: 'Kept.' }],
    })
  })

  it('is not sent to members', async () => {
    expect((await read('/')).data).toHaveLength(1)
    expect((await read('/', { cookie: author.headers().cookie })).data).toEqual([])
  })

  it('lets no text break out of its script', async () => {
    const whole = hostileTexts.join('\n\n').slice(0, 4900)
    const titles = ['</script><script>alert(1)</script>', '<!--<script>', ']]>\\u003c/script>']
    for (const title of titles) {
      const post = await forum.post(author, 'gardening', { title, body: `${title}\n\n${whole}` })
      await forum.comment(author, post, `${title}\n\n${whole}`)
      const page = await read(pageOf(post))
      expect(page.thing('DiscussionForumPosting')).toMatchObject({ headline: title })
      expect(page.data[0]?.text).not.toContain('<')
      // The scripts for the theme, early input, the program, the structured data and the state of the page.
      expect(page.scripts).toHaveLength(5)
    }
  })

  it('stays a small part of the page, however long the discussion', async () => {
    const post = await forum.post(author, 'gardening', { body: 'Soil and seeds, mostly. '.repeat(800) })
    const tops = []
    for (let n = 0; n < 12; n += 1)
      tops.push(await forum.comment(author, post, `${n} ${'word '.repeat(1500)}`))
    for (const { id } of tops)
      for (let n = 0; n < 3; n += 1) await forum.comment(author, post, `Reply ${n}`, id)
    const page = await read(pageOf(post))
    const comments = JSON.stringify(page.thing('DiscussionForumPosting')).match(/"@type":"Comment"/g)
    expect(comments).toHaveLength(20)
    expect(page.data[0]?.text.length).toBeLessThan(30_000)
    expect(page.data[0]?.text.length).toBeLessThan(page.body.length / 5)
  })
})
