import { afterAll, describe, expect, it } from 'vitest'
import { textOf } from '../support/html.ts'
import type { ServedPage } from '../support/pages.ts'
import { current, headings, links, startReading } from '../support/readPages.ts'

// What the page says. What happens when it is used is in tests/browser/.

const { forum, keeper, author, newName, newCommunity } = await startReading()
afterAll(() => forum.close())

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
    expect(free.main).toContain(`Be the first to post in ${moss.name}.`)
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

describe('the directory', () => {
  it('[CORE-2-008] is linked in the left column, at /communities', async () => {
    const home = await forum.read('/')
    expect(links(home, home.labelled('Main'))).toContainEqual(['Communities', '/communities'])
    const page = await forum.read('/communities')
    expect([page.heading, page.title]).toEqual(['Communities', 'Communities · Folkmoot'])
  })
})
