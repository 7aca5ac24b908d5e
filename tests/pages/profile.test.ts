import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { textOf } from '../support/html.ts'
import { links, startReading } from '../support/readPages.ts'

// What the page says. What happens when it is used is in tests/browser/.

const { forum, keeper, newName } = await startReading()
afterAll(() => forum.close())

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
    expect(page.all('span', {}, page.labelled(name)).map(textOf)).toContain('R')
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
