import { sql } from 'kysely'
import { watchWaves } from '../../server/features/waves/raiseBar.ts'
import type { Forum, Member } from '../support/forum.ts'

/** An hour of a forum in which bots of five kinds appear, compressed in time. Each moment is a second of that hour. */
interface Plan {
  /** How much of the hour passes, in seconds; all numbers below are of a whole hour. */
  readonly seconds: number
  readonly bots: number
  readonly botItems: number
  readonly members: number
  readonly memberItems: number
  /** Real people who sign up in that hour and write once. */
  readonly newcomers: number
  readonly reads: number
}

export const wholeHour: Plan = {
  seconds: 3600,
  bots: 2000,
  botItems: 10_000,
  members: 500,
  memberItems: 2000,
  newcomers: 8,
  reads: 5000,
}

interface Outcome {
  readonly botItems: number
  /** Bot items that were stored for all to see, and of those, how many anyone read. */
  readonly botItemsPublished: number
  readonly botItemsSeen: number
  readonly realItems: number
  readonly realItemsHeld: number
  /** The second in which the bar was raised; null: never. */
  readonly raisedAt: number | null
}

/** Bots that advertise with links, that copy one text, that reply with phrases, that signed up long ago, and of few networks. */
const botKinds = ['link', 'copy', 'phrases', 'sleeper', 'network'] as const
type BotKind = (typeof botKinds)[number]

/** Mulberry32, so that each run is the same. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const nouns =
  'heron lake lens forest tide nest reed sand gull owl marsh ferry trail camera branch wind bridge spring meadow harbour'.split(
    ' ',
  )
const verbs = 'saw heard found followed lost drew counted photographed missed liked'.split(' ')
const phrases = [
  'Great point, thanks for sharing',
  'I could not agree more with this',
  'This made my day',
  'So true, it is important',
  'Interesting perspective on this topic',
]

const advertisement = (n: number) =>
  `Hello, I am number ${n} and found the best place to buy cheap watches with fast delivery and full refund, ask me for the address`

/**
 * Lets the hour pass. Bots sign up and write through the API, members read and write. Every ten seconds after someone has signed up or
 * written, the job looks for waves, as on a running site.
 *
 * @param options.isProtected false: nothing looks for waves.
 */
export async function simulate(
  forum: Forum,
  plan: Plan,
  { isProtected }: { isProtected: boolean },
): Promise<Outcome> {
  const random = randomFrom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const share = plan.seconds / wholeHour.seconds
  const some = (count: number) => Math.round(count * share)
  const sentence = (words: number) =>
    Array.from({ length: words }, (_, place) => (place % 3 === 1 ? pick(verbs) : pick(nouns))).join(' ')

  const admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
  const first = await forum.post(admin, 'birding', { title: 'Welcome' })
  const realPosts = [first.publicId]
  const reader = await forum.guest()
  const members: Member[] = []
  for (let n = 0; n < plan.members * Math.max(share, 0.2); n++)
    members.push(await forum.member(`member_${n}`))
  // They have been here for a while.
  await sql`update users set created_at = now() - interval '60 days', post_count = 5, comment_count = 20, trust_level = 1
    where username like 'member\\_%'`.execute(forum.db)

  const events: { at: number; act: () => Promise<void> }[] = []
  const bots = new Map<string, Promise<Member>>()
  const seen = new Set<string>()
  const published = new Map<string, 'bot' | 'real'>()
  const outcome = { botItems: 0, realItems: 0, realItemsHeld: 0 }
  let now = 0
  let raisedAt: number | null = null
  let hasActivity = false

  const write = async (
    who: Member,
    kind: 'bot' | 'real',
    { body, isPost }: { body: string; isPost: boolean },
  ) => {
    hasActivity = true
    outcome[kind === 'bot' ? 'botItems' : 'realItems']++
    const response = isPost
      ? await who.post('/api/posts', { title: sentence(5), body, community: 'birding' })
      : await who.post(`/api/posts/${pick(realPosts.slice(-50))}/comments`, { body })
    const answer = response.json<{ id: string; publicId?: string; code?: string }>()
    if (response.statusCode === 200) {
      published.set(answer.publicId ?? answer.id, kind)
      if (kind === 'real' && answer.publicId) realPosts.push(answer.publicId)
    } else if (answer.code !== 'held_for_review') throw new Error(`${who.username}: ${response.body}`)
    else if (kind === 'real') outcome.realItemsHeld++
  }

  const botText: Record<BotKind, (n: number) => string> = {
    link: (n) => `${sentence(20)} https://shop${n % 3}.watches${n % 3}.example/${n}`,
    copy: advertisement,
    phrases: () => `${pick(phrases)}, ${sentence(3)}.`,
    sleeper: (n) => `${sentence(18)} https://watches1.example/${n}`,
    network: () => sentence(22),
  }
  const address = (kind: BotKind, n: number) =>
    kind === 'network'
      ? `203.0.${113 + (n % 4)}.${1 + (n % 250)}`
      : `${11 + (n % 200)}.${(n >> 3) % 250}.${n % 250}.9`
  const signUp = async (name: string, ip: string, createdDaysAgo = 0) => {
    const bot = await forum.member(name)
    await sql`update users set created_ip = ${ip}::inet, created_at = now() - make_interval(days => ${createdDaysAgo})
      where username = ${name}`.execute(forum.db)
    return bot
  }

  const itemsOfBot = Math.round(plan.botItems / plan.bots)
  for (let n = 0; n < some(plan.bots); n++) {
    const kind = botKinds[n % botKinds.length] as BotKind
    const name = `bot_${kind}_${n}`
    const start = random() * plan.seconds
    const arrive = () => {
      if (kind !== 'sleeper') hasActivity = true
      bots.set(name, signUp(name, address(kind, n), kind === 'sleeper' ? 60 : 0))
      return bots.get(name) as Promise<Member>
    }
    events.push({ at: start, act: async () => void (await arrive()) })
    for (let item = 0; item < itemsOfBot; item++) {
      const body = botText[kind](n * itemsOfBot + item)
      events.push({
        // The first one five seconds after the sign-up, then about one a minute.
        at: Math.min(plan.seconds, start + 5 + item * 60 * (0.5 + random())),
        act: async () =>
          write((await bots.get(name)) ?? (await arrive()), 'bot', { body, isPost: item % 5 === 0 }),
      })
    }
  }
  for (let n = 0; n < some(plan.memberItems); n++)
    events.push({
      at: random() * plan.seconds,
      act: () => write(pick(members), 'real', { body: sentence(12), isPost: n % 4 === 0 }),
    })
  for (let n = 0; n < Math.max(1, some(plan.newcomers)); n++)
    events.push({
      at: random() * plan.seconds,
      act: async () =>
        write(await signUp(`newcomer_${n}`, `198.51.${n}.7`), 'real', { body: sentence(12), isPost: true }),
    })
  const read = async () => {
    const page = await reader.get('/api/posts?sort=latest')
    const shown = [...page.body.matchAll(/"publicId":"(\w+)"/g)].map(([, id = '']) => id)
    const discussion = shown.length > 0 ? await reader.get(`/api/posts/${pick(shown)}`) : null
    const comments = [...(discussion?.body.matchAll(/"id":"(4\d{23})"/g) ?? [])].map(([, id = '']) => id)
    for (const id of [...shown, ...comments]) if (published.get(id) === 'bot') seen.add(id)
  }
  for (let n = 0; n < some(plan.reads); n++) events.push({ at: random() * plan.seconds, act: read })

  let look = 10
  for (const { at, act } of events.sort((one, other) => one.at - other.at)) {
    while (at > look) {
      now = look
      look += 10
      if (!isProtected || !hasActivity) continue
      hasActivity = false
      // Limits by time mean nothing in a compressed hour, so the forum runs without them.
      await watchWaves(forum.db, { ...forum.settings, rateLimits: true })
      await forum.liveSettings.refresh()
      if (raisedAt === null && forum.settings.barRaisedUntil !== '') raisedAt = now
    }
    await act()
  }
  return {
    ...outcome,
    botItemsPublished: [...published.values()].filter((kind) => kind === 'bot').length,
    botItemsSeen: seen.size,
    raisedAt,
  }
}

/** What is left of the bots after the clean-up, and what was done to others. */
interface CleanedUp {
  /** Calls that moderators made, each the press of one button. */
  readonly acts: number
  readonly botsLeft: number
  readonly botItemsLeft: number
  readonly othersBanned: number
  readonly realItemsWaiting: number
}

/** Cleans up as a moderator and an admin would: looks at what real newcomers wrote, then bans what belongs together. */
export async function cleanUp(forum: Forum, perform: () => Promise<void>): Promise<CleanedUp> {
  const admin = await forum.member('second_keeper', { isAdmin: true })
  let acts = 0
  const found = async (filter: Record<string, string>) =>
    (await admin.get(`/api/_admin/found_contents?${new URLSearchParams(filter)}`)).json()
  const ban = async (filter: Record<string, string>) => {
    const { accounts, newest } = await found(filter)
    if (accounts === 0) return
    acts++
    const response = await admin.post('/api/_admin/bulk_actions', {
      action: 'ban',
      filter: { ...filter, newest },
      accounts,
      withContent: true,
      reason: 'Bots',
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    await perform()
  }
  for (const link of ['watches0.example', 'watches1.example', 'watches2.example'])
    await ban({ link, trustMax: '0' })
  await ban({ like: advertisement(1), trustMax: '0' })
  for (const network of [113, 114, 115, 116]) await ban({ ip: `203.0.${network}.0/24` })
  for (const phrase of phrases) await ban({ like: `${phrase}, heron saw lake.`, trustMax: '0' })
  // What still waits is by people: they are let in, a page of the queue at a time.
  for (;;) {
    const { items } = (await admin.get('/api/modqueue/held?scope=all&limit=50')).json<{
      items: { id: number; author: { username: string } }[]
    }>()
    if (items.length === 0) break
    const bots = items.filter(({ author }) => author.username.startsWith('bot_'))
    const people = items.filter((item) => !bots.includes(item))
    for (const [action, some] of [
      ['approve', people],
      ['refuse', bots],
    ] as const)
      if (some.length > 0) {
        acts++
        await admin.post('/api/modqueue/held', { action, ids: some.map(({ id }) => id) })
      }
  }
  for (;;) {
    const { rows } = await sql<{ username: string }>`select username from users
      where username like 'bot\\_%' and banned_at is null limit 100`.execute(forum.db)
    if (rows.length === 0) break
    acts++
    await admin.post('/api/_admin/bulk_actions', {
      action: 'ban',
      usernames: rows.map(({ username }) => username),
      accounts: rows.length,
      withContent: true,
    })
    await perform()
  }
  const { rows } = await sql<Omit<CleanedUp, 'acts'>>`
    select (select count(*)::integer from users where username like 'bot\\_%' and banned_at is null) as "botsLeft",
      (select count(*)::integer from (
        select author_id from posts where deleted_at is null union all select author_id from comments where deleted_at is null) as item
        join users on users.id = author_id where username like 'bot\\_%') as "botItemsLeft",
      (select count(*)::integer from users where username not like 'bot\\_%' and banned_at is not null) as "othersBanned",
      (select count(*)::integer from held_items join users on users.id = author_id
        where decided_at is null and username not like 'bot\\_%') as "realItemsWaiting"`.execute(forum.db)
  return { acts, ...(rows[0] as Omit<CleanedUp, 'acts'>) }
}
