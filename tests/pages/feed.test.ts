import { afterAll, describe, expect, it } from 'vitest'
import type { PostFacts } from '../support/forum.ts'
import { textOf } from '../support/html.ts'
import { articles, buttons, current, headings, links, startReading } from '../support/readPages.ts'

// What the page says. What happens when it is used is in tests/browser/.

const { forum, keeper, author, newName, scene, set } = await startReading()
afterAll(() => forum.close())

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
    expect(textOf(page.all('span', { 'aria-hidden': 'true' }, community)[0])).toBe('M')
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
