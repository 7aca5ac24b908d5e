import { sql } from 'kysely'
import type { CommunityFacts, Member, PostFacts, Site } from './site.ts'

/** A page for one kind of visitor. */
export interface Stop {
  /** Its name in the list of problems. */
  readonly name: string
  readonly address: string
}

export type Visitor = 'guest' | 'member' | 'moderator' | 'admin'

export interface Tour {
  /** null for guests. */
  readonly visitors: Readonly<Record<Visitor, Member | null>>
  readonly stops: Readonly<Record<Visitor, readonly Stop[]>>
}

const known = new WeakMap<Site, Promise<Tour>>()

/** Every page of the forum by who opens it, once with content and mostly once without. */
export function tour(site: Site): Promise<Tour> {
  const tour = known.get(site) ?? prepare(site)
  known.set(site, tour)
  return tour
}

async function prepare(site: Site): Promise<Tour> {
  const { keeper } = site
  const [member, author, moderator, rude] = await Promise.all([
    site.signUp('rowan', { points: 1234 }),
    site.signUp('willow'),
    site.signUp('heron'),
    site.signUp('rude'),
  ])
  const moss = await site.createCommunity('moss', { about: 'All about [moss](https://a.example).' })
  const bare = await site.createCommunity('bare')
  await Promise.all([site.join(member, moss), site.join(moderator, moss), site.join(member, bare)])
  await appoint(site, moss, moderator)
  for (const rule of ['Be kind', 'No adverts'])
    await keeper.post(`/api/communities/${moss.id}/rules`, { rule, description: 'So that all may stay.' })
  const text = await site.createPost(author, moss.name, { title: 'Spores', body: written })
  const images = await site.createPost(author, moss.name, {
    title: 'Moss from above',
    type: 'image',
    images: 3,
  })
  const link = await site.createPost(author, moss.name, {
    title: 'Where moss grows',
    type: 'link',
    url: 'https://moss.example/where',
  })
  const own = await site.createPost(member, moss.name, { title: 'My own moss' })
  await discuss(site, { text, own, author, member })
  await site.upvote(member, text)
  await moderate(site, { moss, moderator, author, rude, reporter: member, images })
  const conversation = await correspond(site, { moss, moderator, member })
  await holdForReview(site, { moss, member, text })
  await keepLists(member, text)
  await member.put('/api/drafts/post:tour', { title: 'Half written', body: 'To be continued.' })
  await keeper.put('/api/_admin/settings', {
    changes: [{ name: 'siteDescription', value: 'Of moss and more.' }],
  })
  await keeper.post('/api/ipblocks', { address: '203.0.113.0/24', note: 'Floods us.' })
  await author.post('/api/community_requests', { name: site.newName('ferns'), note: 'Ferns, too.' })

  const post = (facts: PostFacts) => `/${moss.name}/post/${facts.publicId}`
  const stop = (name: string, address: string): Stop => ({ name, address })
  const modtools = [
    ...[
      '',
      '/reports',
      '/reports?kind=removed',
      '/reports?kind=waiting',
      '/appeals',
      '/alerts',
      '/modmail',
      `/modmail?conversation=${conversation}`,
    ],
    ...['/modmail?to=', '/removed', '/locked', '/banned', '/mods', '/rules'],
  ]
  const admin = [
    ...[
      '',
      '/access',
      '/content',
      '/limits',
      '/pages',
      '/users',
      '/appeals',
      '/applications',
      '/invitations',
      '/reporters',
    ],
    ...[
      '/comments',
      '/communities',
      '/ipblocks',
      '/bss',
      '/new-community-requests',
      '/system',
      '/backups',
      '/changes',
    ],
  ]
  // The other pages are made of the same parts.
  const sheets = ['about', 'markdown_guide']
  return {
    visitors: { guest: null, member, moderator, admin: keeper },
    stops: {
      guest: [
        stop('home', '/?sort=latest'),
        stop('login', '/login'),
        stop('communities', '/communities'),
        stop('community', `/${moss.name}`),
        stop('community without posts', `/${bare.name}`),
        stop('about a community', `/${moss.name}?tab=about`),
        stop('post', post(text)),
        stop('image post', post(images)),
        stop('link post', post(link)),
        stop('search', '/search'),
        stop('search with results', '/search?q=moss'),
        stop('search without results', '/search?q=xyzzyqwerty'),
        stop('log of the site', '/modlog'),
        stop('log of a community', `/${moss.name}/modlog`),
        stop('profile', `/@${author.username}`),
        stop('about a member', `/@${author.username}?tab=about`),
        stop('public lists', `/@${member.username}/lists`),
        stop('forgotten password', '/reset_password'),
        stop('confirmed email', '/confirm_email?token=nothing'),
        stop('not found', '/no/such/page'),
        ...sheets.map((name) => stop(name, `/${name}`)),
      ],
      member: [
        stop('home', '/?sort=latest'),
        stop('subscriptions', '/subscriptions'),
        stop('post', post(text)),
        stop('own post', post(own)),
        stop('community', `/${moss.name}`),
        stop('new post', '/new'),
        stop('edit of a post', `/new?edit=${own.publicId}`),
        stop('notifications', '/notifications'),
        stop('held for review', '/notifications/held'),
        stop('settings', '/settings'),
        stop('own appeals', '/appeals'),
        stop('messages with moderators', '/modmail'),
        stop('a conversation with moderators', `/modmail?conversation=${conversation}`),
        stop('own profile', `/@${member.username}`),
        stop('lists', `/@${member.username}/lists`),
        stop('list', `/@${member.username}/lists/greens`),
        stop('empty list', `/@${member.username}/lists/nothing_yet`),
        stop('moderating nothing', '/moderating'),
        stop('empty queue', '/modqueue'),
        stop('forbidden', '/admin'),
      ],
      moderator: [
        stop('post', post(text)),
        stop('moderating', '/moderating'),
        stop('queue', '/modqueue'),
        ...modtools.map((screen) => stop(`tools${screen}`, `/${moss.name}/modtools${screen}`)),
      ],
      admin: [
        stop('profile', `/@${author.username}`),
        stop('post', post(text)),
        ...admin.map((screen) => stop(`admin${screen}`, `/admin${screen}`)),
        ...['/reports', '/removed', '/banned', '/rules'].map((screen) =>
          stop(`empty tools${screen}`, `/${bare.name}/modtools${screen}`),
        ),
      ],
    },
  }
}

// Long and wide user texts.
const written = [
  `A word without end: ${'Donaudampfschifffahrt'.repeat(6)} https://a.example/${'long-path-'.repeat(12)}`,
  '# A heading\n\n> A quote\n\n- one\n  - two',
  `\`\`\`\nconst line = '${'wide '.repeat(30)}'\n\`\`\``,
  '| one | two | three | four |\n|---|---|---|---|\n| averyverylongcell | averyverylongcell | c | averyverylongcell |',
  'السلام عليكم، هذا نص من اليمين إلى اليسار.',
].join('\n\n')

async function appoint(site: Site, community: CommunityFacts, moderator: Member): Promise<void> {
  await site.db
    .insertInto('moderators')
    .values({ community_id: community.id, user_id: moderator.id, position: 1 })
    .execute()
}

interface Discussion {
  readonly text: PostFacts
  readonly own: PostFacts
  readonly author: Member
  readonly member: Member
}

async function discuss(site: Site, { text, own, author, member }: Discussion): Promise<void> {
  let deepest = await site.comment(author, text, 'Level 0')
  for (let level = 1; level < 12; level += 1)
    deepest = await site.comment(level % 2 ? member : author, text, `Level ${level}`, deepest)
  const gone = await site.comment(author, text, 'Soon gone')
  await author.delete(`/api/posts/${text.publicId}/comments/${gone.id}`)
  await site.comment(author, own, 'Fine moss.')
}

interface Moderation {
  readonly moss: CommunityFacts
  readonly moderator: Member
  readonly author: Member
  readonly rude: Member
  readonly reporter: Member
  readonly images: PostFacts
}

async function moderate(site: Site, scene: Moderation): Promise<void> {
  const { moss, moderator, author, rude, reporter, images } = scene
  const removed = await site.createPost(rude, moss.name, { title: 'Cheap watches' })
  await moderator.delete(`/api/posts/${removed.publicId}?deleteAs=mods&reason=Spam`)
  const locked = await site.createPost(author, moss.name, { title: 'Too heated' })
  await moderator.put(`/api/posts/${locked.publicId}?action=lock&lockAs=mods&reason=Heat`, {})
  const reported = await site.createPost(rude, moss.name, { title: 'Cheaper watches' })
  const comment = await site.comment(rude, images, 'Really cheap!')
  await reporter.post('/api/_report', { type: 'post', targetId: reported.id, reason: 3 })
  await reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
  await moderator.post(`/api/communities/${moss.id}/banned`, { username: rude.username, note: 'Insults.' })
}

/** What a member and the moderators write to each other. @returns the number of their conversation. */
/** A post, a comment and a declined post that wait, or waited, for review. */
async function holdForReview(
  site: Site,
  { moss, member, text }: { moss: CommunityFacts; member: Member; text: PostFacts },
): Promise<void> {
  await sql`
    insert into held_items (kind, author_id, community_id, post_id, sent, sent_hash, reasons, outcome, decided_at, reason)
    select kind, users.id, ${moss.id}, case when kind = 'comment' then posts.id end, sent::jsonb, sha256(sent::bytea),
      '[{"reason": "new_member"}]', outcome, case when outcome is not null then now() end,
      case when outcome is not null then 'No adverts.' end
    from users, posts, (values
      ('post', '{"type": "text", "title": "Moss at night", "body": "Seen *today* at https://a.example."}', null),
      ('comment', '{"body": "Very green."}', null),
      ('post', '{"type": "link", "title": "Cheap moss", "url": "https://a.example/moss"}', 'refused')) as item (kind, sent, outcome)
    where users.username = ${member.username} and posts.public_id = ${text.publicId}`.execute(site.db)
}

async function correspond(
  site: Site,
  { moss, moderator, member }: { moss: CommunityFacts; moderator: Member; member: Member },
): Promise<number> {
  for (const title of ['Buy my moss', 'Buy more moss']) {
    const { id, publicId } = await site.createPost(member, moss.name, { title })
    await moderator.delete(`/api/posts/${publicId}?deleteAs=mods&reason=No%20adverts.`)
    if (title === 'Buy my moss')
      await member.post('/api/appeals', {
        act: 'removal',
        type: 'post',
        targetId: id,
        text: 'It was a gift.',
      })
  }
  const letter = {
    communityId: moss.id,
    username: member.username,
    subject: 'Adverts',
    text: 'No more, please.',
  }
  const { id }: { id: number } = await moderator.post('/api/modmail', { ...letter, kind: 'warning' })
  await member.post(`/api/modmail/${id}/messages`, { text: 'Understood.' })
  await moderator.post(`/api/modmail/${id}/messages`, { text: 'Third time.', kind: 'note' })
  return id
}

async function keepLists(owner: Member, saved: PostFacts): Promise<void> {
  const address = `/api/users/${owner.username}/lists`
  await owner.post(address, { name: 'greens', public: true })
  await owner.post(address, { name: 'nothing_yet', public: false })
  await owner.post(`${address}/greens/items`, { targetId: saved.id, targetType: 'post' })
}
