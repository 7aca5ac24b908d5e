import { expect, test } from './support/test.ts'

/** The text of the first heading, without JavaScript. */
const headingOf = (html: string) =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]*>/g, '')
    .trim()

test('[CORE-0-004] [CORE-0-005] every page of the product exists, for its audience', async ({
  site,
  openWindow,
}) => {
  test.setTimeout(240_000)
  const [member, admin] = [await site.signUp('member'), await site.signUp('admin', { isAdmin: true })]
  const moss = await site.createCommunity('moss', { creator: admin })
  const post = await site.createPost(member, moss.name, { title: 'About spores', body: 'They *fly*.' })
  const comment = await site.comment(member, post, 'They do.')
  const thread = `/${moss.name}/post/${post.publicId}`

  const forGuests: Record<string, string> = {
    '/': 'Home',
    '/all': 'All',
    '/communities': 'Communities',
    [`/${moss.name}`]: moss.name,
    [thread]: post.title,
    [`${thread}/${comment.id}`]: post.title,
    [`/@${member.username}`]: `@${member.username}`,
    '/login': 'Login',
    '/about': 'About Folkmoot',
    '/guidelines': 'Guidelines',
    '/moderator-guidelines': 'Moderator guidelines',
    '/terms': 'Terms',
    '/privacy-policy': 'Privacy policy',
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
    [`/${moss.name}/modtools`]: 'Moderation tools',
    '/admin': 'Admin dashboard',
  }
  const headings = async (addresses: object, who?: typeof member) => {
    const { request } = (await openWindow(who)).context()
    const found: Record<string, string | undefined> = {}
    for (const address of Object.keys(addresses)) {
      const answer = await request.get(site.url + address, { maxRedirects: 0 })
      found[address] = answer.status() === 200 ? headingOf(await answer.text()) : String(answer.status())
    }
    return found
  }
  expect(await headings(forGuests)).toEqual(forGuests)
  expect(await headings(forMembers, member)).toEqual(forMembers)
  expect(await headings(forAdmins, admin)).toEqual(forAdmins)
  // Guests are refused, except for public lists; private lists look as if they did not exist.
  const closed = await headings({ ...forMembers, ...forAdmins })
  expect(new Set(Object.values(closed))).toEqual(new Set(['302', '404', `Lists of @${member.username}`]))
})
