import { postPictures } from '../browser/support/pictures.ts'
import type { Member, Site } from '../browser/support/site.ts'

const everything = [
  '# Heading\n\nText with **bold**, *italics*, ~~no~~, `code`, [a link](https://a.example/?a=1&b=2 "title"), @keeper and /moss.',
  '- one\n- two\n  1. three\n\n> quote\n\n```js\nconst a = 1 < 2\n```',
  '| a | b |\n|:-:|--:|\n| c | d |\n\n>!spoiler!<\n\n>! block\n\nNote[^1] and[^1].\n\n[^1]: It.\n\n---',
  'עברית, @bert https://a.example\n\n![picture](https://a.example/x.png)\n\n<b>html</b><br>',
].join('\n\n')

const cookiesOf = ({ cookies }: Member): string =>
  cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')

/** Writes at least one of everything that pages show. @returns where to begin, and the cookies of readers. */
export async function fill(site: Site): Promise<{ start: string[]; readers: Record<string, string> }> {
  const { keeper } = site
  const moss = await site.createCommunity('moss', { about: everything.slice(0, 400) })
  const wren = await site.signUp('wren', { points: 50 })
  const bert = await site.signUp('bert')
  for (const who of [wren, bert]) await site.join(who, moss)
  const post = await site.createPost(wren, moss.name, { title: 'A "title" & <more>', body: everything })
  await site.createPost(wren, moss.name, {
    title: '@bert עברית',
    type: 'link',
    url: 'https://b.example/ü?a=1&b="2"',
  })
  await postPictures(wren, moss.name, [
    [800, 600],
    [500, 4000],
    [40, 40],
  ])
  await postPictures(wren, moss.name, [[500, 4000]], { described: false })
  const comment = await site.comment(bert, post, everything)
  let parent = await site.comment(wren, post, 'A reply.', comment)
  for (let level = 0; level < 10; level += 1)
    parent = await site.comment(bert, post, `Level ${level}`, parent)
  for (let number = 0; number < 25; number += 1) {
    await site.createPost(bert, moss.name, { title: `Number ${number}`, body: `Text ${number}` })
    await site.comment(wren, post, `Comment ${number}`)
  }
  await site.upvote(bert, post)
  const lost = await site.comment(bert, post, 'To be removed.')
  const again: readonly [what: string, act: () => Promise<unknown>][] = [
    [
      'rule',
      () => keeper.post(`/api/communities/${moss.id}/rules`, { rule: 'Be kind', description: everything }),
    ],
    [
      'list',
      () =>
        wren.post(`/api/users/${wren.username}/lists`, {
          name: 'saved_ones',
          displayName: 'Saved',
          description: everything,
          public: true,
        }),
    ],
    ['report', () => bert.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })],
    [
      'removal',
      () =>
        keeper.delete(`/api/posts/${post.publicId}/comments/${lost.id}?deleteAs=admins`, { reason: 'Rude' }),
    ],
    ['lock', () => keeper.put(`/api/posts/${post.publicId}?action=lock&lockAs=admins`, {})],
    [
      'notice',
      () =>
        bert.post('/api/notices', {
          address: `${site.url}/${moss.name}/post/${post.publicId}`,
          text: 'Unlawful.',
          isInGoodFaith: true,
        }),
    ],
    ['request', () => bert.post('/api/community_requests', { name: 'wanted_one', note: 'Please.' })],
    ['invitation', () => keeper.post('/api/invitations', { uses: 3, days: 3 })],
    ['draft', () => wren.put('/api/drafts/post:abc', { title: 'A draft', body: everything })],
    ['edit', () => wren.put(`/api/posts/${post.publicId}`, { body: `${everything}\n\nMore.` })],
    [
      'list item',
      () =>
        wren.post(`/api/users/${wren.username}/lists/saved_ones/items`, {
          targetId: post.id,
          targetType: 'post',
        }),
    ],
  ]
  for (const [what, act] of again)
    await act().catch((error: Error) => console.warn(`No ${what}: ${error.message.slice(0, 200)}`))
  const start = [
    '/',
    '/all',
    '/subscriptions',
    `/${moss.name}`,
    `/${moss.name}/post/${post.publicId}`,
    `/${moss.name}/post/${post.publicId}/${parent.id}`,
    `/${moss.name}/modtools`,
    '/login',
    '/signup',
    '/offline',
    '/new',
    `/new?edit=${post.publicId}`,
    '/search?q=title',
    '/search?q=text&type=comment',
    '/admin',
    '/admin/setup',
    '/settings',
    '/notifications',
    '/modmail',
    '/modqueue',
    '/appeals',
    '/suspended',
    '/notice',
    '/confirm_email?token=x',
    '/reset_password?token=x',
    '/invite/x',
    '/nothing/here/at/all',
    '/api/docs',
    '/-/comment',
    `/@${wren.username}/lists/saved_ones`,
  ]
  return { start, readers: { guest: '', member: cookiesOf(wren), admin: cookiesOf(keeper) } }
}
