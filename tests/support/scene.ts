import { sql } from 'kysely'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './forum.ts'

/** One person for each relation to the community `birding`. */
export interface People {
  readonly guest: Client
  /** Banned from `birding`. */
  readonly banned: Member
  readonly member: Member
  /** Author of the posts and comments in question. */
  readonly author: Member
  /** Moderates `elsewhere`. */
  readonly elsewhere: Member
  readonly moderator: Member
  /** Moderates nothing. */
  readonly admin: Member
}

export interface Scene extends People {
  readonly forum: Forum
  /** The id of `birding`. */
  birding(): Promise<string>
  /** A new post of the author in `birding`. */
  post(): Promise<PostFacts>
  /** A new comment of the author under a new post in `birding`. */
  comment(): Promise<{ id: string; post: PostFacts }>
  /** A new image of a post of the author. */
  image(): Promise<{ id: string }>
  /** Changes the author of a post and its comments, even to one who could not have written them. */
  give(post: PostFacts, to: Client): Promise<void>
}

/** A forum with one person of every kind. @param environment as for `startForum`. */
export async function startScene(environment: Record<string, string> = {}): Promise<Scene> {
  const forum = await startForum(environment)
  const moderator = await forum.moderator('moderator_m', 'birding')
  const elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  const people: People = {
    guest: await forum.guest(),
    banned: await forum.member('banned_b'),
    member: await forum.member('member_m'),
    author: await forum.member('wren_writes'),
    elsewhere,
    moderator,
    admin: await forum.member('the_admin', { isAdmin: true }),
  }
  await sql`insert into community_bans (community_id, user_id)
    select id, ${people.banned.id} from communities where name = 'birding'`.execute(forum.db)
  const post = () => forum.post(people.author, 'birding')
  return {
    ...people,
    forum,
    birding: async () =>
      (
        await forum.db
          .selectFrom('communities')
          .select('id')
          .where('name', '=', 'birding')
          .executeTakeFirstOrThrow()
      ).id,
    post,
    async comment() {
      const under = await post()
      return { ...(await forum.comment(people.author, under)), post: under }
    },
    async image() {
      const { id } = await forum.post(people.author, 'birding', { type: 'image', images: 1 })
      const row = forum.db.selectFrom('post_images').select('image_id').where('post_id', '=', id)
      return { id: (await row.executeTakeFirstOrThrow()).image_id }
    },
    async give({ id }, to) {
      if (!('id' in to)) return
      const owner = (to as Member).id
      await sql`update posts set author_id = ${owner} where id = ${id}`.execute(forum.db)
      await sql`update comments set author_id = ${owner} where post_id = ${id}`.execute(forum.db)
    },
  }
}

/** What a request of the banned person answers while their ban also forbids to read. */
export async function bannedFromReading<T>(
  scene: Scene,
  request: (banned: Client) => Promise<T>,
): Promise<T> {
  const setKind = (kind: string) =>
    sql`update community_bans set kind = ${kind} where user_id = ${scene.banned.id}`.execute(scene.forum.db)
  await setKind('reading')
  try {
    return await request(scene.banned)
  } finally {
    await setKind('participating')
  }
}
