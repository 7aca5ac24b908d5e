import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, Member } from '../support/forum.ts'
import { textOf } from '../support/html.ts'
import { type ForumWithPages, type ServedPage, startForumWithPages } from '../support/pages.ts'

// Which pages guests, members, moderators and admins get, and what surrounds them.

let forum: ForumWithPages
let admin: Member
let member: Member
let moderator: Member
beforeAll(async () => {
  forum = await startForumWithPages({
    CONTACT_EMAIL: 'desk@example.org',
    SOURCE_URL: 'https://code.example.org/forum',
  })
  admin = await forum.member('an_admin', { isAdmin: true })
  member = await forum.member('member_m')
  await forum.community('moss', admin)
  moderator = await forum.moderator('moderator_m', 'moss')
})
afterAll(() => forum.close())

const links = (page: ServedPage, label: string) =>
  page.all('a', {}, page.labelled(label)).map((link) => [textOf(link), link.attribs.href])

describe('every page of the product', () => {
  it('[CORE-0-004] [CORE-0-005] exists, for its audience', async () => {
    const post = await forum.post(member, 'moss', { title: 'About spores', body: 'They *fly*.' })
    const comment = await forum.comment(member, post, 'They do.')
    const thread = `/moss/post/${post.publicId}`
    const forGuests: Record<string, string> = {
      '/': 'Home',
      '/all': 'All',
      '/communities': 'Communities',
      '/moss': 'moss',
      [thread]: 'About spores',
      [`${thread}/${comment.id}`]: 'About spores',
      [`/@${member.username}`]: `@${member.username}`,
      '/login': 'Login',
      '/about': 'About Folkmoot',
      '/guidelines': 'Guidelines',
      '/moderator-guidelines': 'Moderator guidelines',
      '/terms': 'Terms',
      '/privacy-policy': 'Privacy policy',
      '/contact-us': 'Contact',
      '/markdown_guide': 'Markdown guide',
    }
    const forMembers: Record<string, string> = {
      '/subscriptions': 'Subscriptions',
      '/new': 'Create a post',
      [`/new?edit=${post.publicId}`]: 'Edit post',
      '/notifications': 'Notifications',
      '/settings': 'Settings',
      [`/@${member.username}/lists`]: 'My lists',
      [`/@${member.username}/lists/bookmarks`]: 'Bookmarks',
    }
    const forAdmins: Record<string, string> = {
      '/moss/modtools': 'Mod tools',
      '/admin': 'Admin dashboard',
    }
    const found = async (addresses: object, who?: Client) => {
      const headings: Record<string, string> = {}
      for (const address of Object.keys(addresses)) {
        const page = await forum.read(address, who)
        headings[address] = page.status === 200 ? page.heading : String(page.status)
      }
      return headings
    }
    expect(await found(forGuests)).toEqual(forGuests)
    expect(await found(forMembers, member)).toEqual(forMembers)
    expect(await found(forAdmins, admin)).toEqual(forAdmins)
    // Guests are refused, except for public lists; private lists look as if they did not exist.
    const closed = await found({ ...forMembers, ...forAdmins })
    expect(new Set(Object.values(closed))).toEqual(new Set(['302', '404', `Lists by @${member.username}`]))
  })
})

describe('a guest', () => {
  it.each([
    ['[CORE-6-005]', '/new', 'Create a post'],
    ['[CORE-2-020]', '/notifications', 'Notifications'],
    ['[CORE-2-021]', '/settings', 'Settings'],
  ])('%s is sent from %s to the login, which leads back', async (_id, address, heading) => {
    const way = `/login?next=${encodeURIComponent(address)}`
    const refused = await forum.read(address)
    expect([refused.status, refused.location]).toEqual([302, way])
    expect((await forum.read(way, member)).location).toBe(address)
    const page = await forum.read(address, member)
    expect([page.heading, page.meta('robots')]).toEqual([heading, 'noindex'])
  })
})

describe('the dashboard of admins', () => {
  // Guests are prompted to log in; only members without the role get the refusal (CORE-2-022).
  it('[CORE-2-022] [ACC-2-073] is opened by nobody else', async () => {
    expect((await forum.read('/admin')).location).toBe('/login?next=%2Fadmin')
    for (const address of ['/admin', '/admin/nothing-of-the-kind']) {
      const page = await forum.read(address, member)
      expect([page.status, page.heading]).toEqual([403, 'Forbidden!'])
    }
  })
})

describe('the mod tools', () => {
  it('[CORE-2-023] [ACC-2-049] [ACC-2-051] are for moderators of this community', async () => {
    await forum.community('fern', admin)
    const guest = await forum.read('/moss/modtools')
    expect(guest.location).toBe(`/login?next=${encodeURIComponent('/moss/modtools')}`)
    const tools = await forum.read('/moss/modtools', moderator)
    expect(tools.heading).toBe('Mod tools')
    expect(tools.title).toBe('Settings · Mod tools for moss · Folkmoot')
    expect(tools.main).not.toContain('ADMIN')
    const refused = await forum.read('/fern/modtools', moderator)
    expect([refused.status, refused.heading]).toEqual([403, 'Forbidden!'])
    expect(refused.linksTo('Go home')).toEqual(['/'])
  })

  it('[ACC-2-048] [ACC-2-050] [ACC-1-011] have several screens, and say that an admin is one', async () => {
    const settings = await forum.read('/MOSS/modtools/settings', admin)
    expect(settings.location).toBe('/moss/modtools')
    const tools = await forum.read('/moss/modtools', admin)
    expect(tools.main).toContain('ADMIN')
    const tabs = tools.all('a', {}, tools.labelled('Mod tools'))
    expect(tabs.length).toBeGreaterThan(5)
    expect(tabs.filter((tab) => tab.attribs['aria-current'] === 'page').map(textOf)).toEqual(['Settings'])
    const nothing = await forum.read('/moss/modtools/nothing', admin)
    expect([nothing.status, nothing.heading]).toEqual([404, '404: Not found!'])
  })

  it('[ACC-2-044] are linked from the page of the community for its moderators and admins only', async () => {
    const toolsIn = async (who: Client) => (await forum.read('/moss', who)).linksTo('Mod tools')
    expect(await toolsIn(member)).toEqual([])
    for (const who of [moderator, admin]) expect(await toolsIn(who)).toEqual(['/moss/modtools'])
  })
})

describe('the queue over all communities of a moderator', () => {
  it('is forbidden to other members, and shows admins all communities', async () => {
    const post = await forum.post(member, 'moss', { title: 'Cheap watches' })
    await moderator.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
    const other = await forum.member('another')
    expect((await forum.read('/modqueue')).location).toBe('/login?next=%2Fmodqueue')
    const refused = await forum.read('/modqueue', other)
    expect([refused.status, refused.heading]).toEqual([403, 'Forbidden!'])
    expect((await forum.read('/moderating', other)).main).toContain("You don't moderate any communities")
    const someone = await forum.member('second_admin', { isAdmin: true })
    expect((await forum.read('/modqueue', someone)).main).toContain('Cheap watches')
  })

  it('has a link to the feed of those communities', async () => {
    await forum.community('elsewhere', admin)
    await forum.post(member, 'elsewhere', { title: 'Somewhere else' })
    await forum.post(member, 'moss', { title: 'In moss' })
    expect(links(await forum.read('/', moderator), 'Moderation').map(([, href]) => href)).toContain(
      '/moderating',
    )
    const page = await forum.read('/moderating?sort=latest', moderator)
    expect(page.heading).toBe('Moderating')
    expect(page.main).toContain('In moss')
    expect(page.main).not.toContain('Somewhere else')
  })
})

describe('a private list', () => {
  it('[ACC-2-028] [ACC-4-006] [ACC-8-006] is not found by others, not even by admins', async () => {
    for (const who of [undefined, admin]) {
      const page = await forum.read(`/@${member.username}/lists/bookmarks`, who)
      expect([page.status, page.heading]).toEqual([404, '404: Not found!'])
    }
  })
})

describe('a site without mail', () => {
  it('offers nothing that would need it', async () => {
    expect((await forum.read('/login')).main).not.toContain('Forgot password?')
    const reset = await forum.read('/reset_password')
    expect(reset.main).toContain("This site doesn't send email")
    expect(reset.all('input', {}, reset.all('main')[0])).toEqual([])
    const someone = await forum.member('with_address')
    const email = 'with_address@mail.example'
    await forum.db.updateTable('users').set({ email }).where('id', '=', someone.id).execute()
    const settings = await forum.read('/settings', someone)
    expect(settings.all('input', { value: email })).toHaveLength(1)
    expect(settings.said('Profile')).not.toContain('confirm')
  })
})

describe('the left column', () => {
  it('[CORE-2-049] [CORE-2-050] [CORE-2-051] [CORE-2-052] [CORE-2-053] [CORE-2-054] [CORE-2-055] [CORE-2-056] [CORE-2-057] [CORE-2-058] [CORE-2-061] links guests and members to all pages', async () => {
    await forum.db.updateTable('communities').set({ is_default: true }).where('name', '=', 'moss').execute()
    const guest = await forum.read('/communities')
    expect(links(guest, 'Main')).toEqual([
      ['Home', '/'],
      ['Communities', '/communities'],
    ])
    expect(links(guest, 'About this site')).toEqual([
      ['Guidelines', '/guidelines'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy-policy'],
      ['Contact', 'mailto:desk@example.org'],
      ['About', '/about'],
      ['Source code', 'https://code.example.org/forum'],
    ])
    expect(links(guest, 'Communities')).toContainEqual([expect.stringContaining('moss'), '/moss'])
    expect(guest.labelled('My lists')).toBeUndefined()
    const rowan = await forum.member('rowan')
    for (const [homeFeed, other] of [
      ['all', ['Subscriptions', '/subscriptions']],
      ['subscriptions', ['All', '/all']],
    ] as const) {
      await rowan.post('/api/_settings?action=updateProfile', { homeFeed })
      expect(links(await forum.read('/communities', rowan), 'Main')[1]).toEqual(other)
    }
    const own = await forum.read('/communities', rowan)
    expect(links(own, 'My lists')).toEqual([
      ['My lists', '/@rowan/lists'],
      ['Bookmarks', '/@rowan/lists/bookmarks'],
    ])
    expect(links(own, 'My communities')).toEqual([[expect.stringContaining('moss'), '/moss']])
    expect(own.labelled('Communities')).toBeUndefined()
  })
})

describe('the footer of a page', () => {
  it('[CORE-2-068] links to the texts about the site', async () => {
    const page = await forum.read('/communities')
    const [footer] = page.all('footer')
    const found = page.all('a', {}, footer).map((link) => [textOf(link), link.attribs.href])
    for (const link of [
      ['About', '/about'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy-policy'],
      ['Guidelines', '/guidelines'],
      ['Docs', '/markdown_guide'],
      ['API', '/api/docs'],
      ['Contact', 'mailto:desk@example.org'],
    ])
      expect(found).toContainEqual(link)
    expect(textOf(footer)).toMatch(/© 20\d\d Folkmoot/)
  })
})
