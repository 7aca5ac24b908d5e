import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashSync } from 'bcryptjs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import {
  type Dump,
  type DumpForm,
  hexId,
  mysqldumpOf,
  oddText,
  picturePath,
  referenceForum,
  sourceId,
} from '../../../tests/support/referenceDump.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'
import { importReference } from './import.ts'
import { UnknownDump } from './records.ts'
import { BrokenDump } from './sqlDump.ts'

const password = hashSync('old password', 4).replace(/^\$2b/, '$2a')
const dump = referenceForum(password)
let folder: string
let forum: Forum

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-reference-'))
  for (const number of [80, 81, 82, 83, 84]) {
    const path = join(folder, 'images', picturePath(number))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await picture(number))
  }
  writeFileSync(join(folder, 'images', picturePath(82)), 'no picture')
  forum = await startForum()
})
afterAll(async () => {
  await forum.close()
  rmSync(folder, { recursive: true })
})

function fileOf(bytes: Buffer): string {
  const path = join(folder, 'dump.sql')
  writeFileSync(path, bytes)
  return path
}

const importBytes = async (
  bytes: Buffer,
  { withImages = false, into = forum, signal = new AbortController().signal } = {},
) => {
  const { connection, db, config, files } = into
  return importReference(connection, {
    file: fileOf(bytes),
    images: withImages ? { folder: join(folder, 'images'), services: { db, config, files } } : null,
    signal,
  })
}
const importDump = (tables: Dump, form: DumpForm = {}, options = {}) =>
  importBytes(mysqldumpOf(tables, form), options)

const all = async <Row>(query: string, into = forum): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(into.db)).rows

const tablesWithRows = `
  select (select count(*) from users where not is_built_in)::int as users, (select count(*) from communities)::int as communities,
    (select count(*) from posts)::int as posts, (select count(*) from comments)::int as comments,
    (select count(*) from imported_users)::int + (select count(*) from imported_posts)::int as imported,
    to_regnamespace('import_staging') as staging`

const drifts = async (into = forum) => {
  const wrong = []
  for (const counter of counters) wrong.push(...(await all(driftQuery(counter), into)))
  return wrong
}

describe('a dump of the reference', () => {
  it.each<[string, () => Buffer, typeof BrokenDump | typeof UnknownDump, RegExp]>([
    ['cut in the middle', () => mysqldumpOf(dump).subarray(0, 20_000), BrokenDump, /ends before the end/],
    [
      'cut in the middle and packed',
      () => gzipSync(mysqldumpOf(dump)).subarray(0, 3000),
      BrokenDump,
      /unexpected end of file/,
    ],
    [
      'without posts',
      () => mysqldumpOf(Object.fromEntries(Object.entries(dump).filter(([name]) => name !== 'posts'))),
      UnknownDump,
      /it has no table posts/,
    ],
    [
      'of another version',
      () => {
        const { password: _, ...columns } = dump.users?.columns ?? {}
        return mysqldumpOf({ ...dump, users: { columns, rows: [] } })
      },
      UnknownDump,
      /its table users has no column password, but id, username, email, about_me/,
    ],
    [
      'of two databases',
      () => Buffer.concat([mysqldumpOf(dump), mysqldumpOf(dump)]),
      UnknownDump,
      /two tables named/,
    ],
    [
      'without definitions',
      () =>
        Buffer.from(mysqldumpOf(dump).toString('latin1').replaceAll('CREATE TABLE', 'CREATE VIEW'), 'latin1'),
      UnknownDump,
      /without its definition/,
    ],
  ])('that is %s is refused, and nothing is written', async (_case, bytes, type, message) => {
    const before = await all(tablesWithRows)
    const error = await importBytes(bytes()).catch((reason) => reason)
    expect(error).toBeInstanceOf(type)
    expect(error.message).toMatch(message)
    expect(await all(tablesWithRows)).toEqual(before)
  })

  it('of a forum becomes that forum', async () => {
    // A member here has a name of the source, and a post its public id.
    const rio = await forum.member('RIO')
    await forum.community('here')
    const { publicId } = await forum.post(rio, 'here')
    const taken = {
      ...dump,
      posts: {
        columns: dump.posts?.columns ?? {},
        rows: (dump.posts?.rows ?? []).map((row) =>
          row.public_id === 'Post_036' ? { ...row, public_id: publicId } : row,
        ),
      },
    }
    const summary = await importDump(taken)
    expect(summary).toMatchObject({
      members: 5,
      communities: 2,
      posts: 8,
      comments: 5,
      votes: 5,
      lists: 2,
      reports: 1,
      readdressed: 1,
      orphans: 3,
      raised: 0,
      renamed: [{ kind: 'member', before: 'rio', after: 'rio_2' }],
      rejected: new Map([
        ['posts: created in the future', 1],
        ['users: no created_at', 1],
      ]),
      otherTables: new Map([['notifications', 1]]),
      images: null,
      pictures: 6,
    })
    expect(await drifts()).toEqual([])

    const members = await all(`
      select username, email, password_hash is not null as "canLogIn", about_me, points, is_admin, home_feed, require_alt_text, host(created_ip) as ip,
        created_at::text, banned_at::text, deleted_at::text, is_welcomed
      from users where id in (select user_id from imported_users) and not is_built_in order by id`)
    const usual = {
      email: null,
      canLogIn: false,
      about_me: null,
      points: 1,
      is_admin: false,
      home_feed: 'all',
      require_alt_text: false,
      ip: null,
      created_at: '2024-05-01 12:00:00+00',
      banned_at: null,
      deleted_at: null,
      is_welcomed: true,
    }
    expect(members).toEqual([
      { ...usual, username: 'Ana', canLogIn: true, ip: '2001:db8::1' },
      { ...usual, username: 'banned_one', banned_at: '2024-05-09 12:00:00+00' },
      { ...usual, username: 'gone_one', deleted_at: '2024-05-10 12:00:00+00' },
      { ...usual, username: 'mod_one' },
      {
        ...usual,
        username: 'rio_2',
        email: 'rio@example.org',
        canLogIn: true,
        about_me: oddText.normalize('NFC'),
        points: 7,
        is_admin: true,
        home_feed: 'subscriptions',
        require_alt_text: true,
        ip: '192.0.2.7',
      },
    ])

    expect(
      await all(`
        select name, username as creator, nsfw, about, posting_restricted, is_default, member_count, communities.post_count,
          (select json_agg(rule || ': ' || coalesce(description, '') order by z_index) from community_rules where community_id = communities.id) as rules,
          (select json_agg(username order by position) from moderators join users on users.id = user_id where community_id = communities.id) as moderators,
          (select json_agg(username || ' ' || kind || coalesce(expires_at::text, '')) from community_bans join users on users.id = user_id where community_id = communities.id) as bans
        from communities join users on users.id = creator_id where name <> 'here' order by name`),
    ).toEqual([
      {
        name: 'General',
        creator: 'rio_2',
        nsfw: false,
        about: 'About **it**',
        posting_restricted: false,
        is_default: true,
        member_count: 3,
        post_count: 7,
        rules: ['No spam: ', 'Be kind: Very "kind"'],
        moderators: ['rio_2', 'mod_one'],
        bans: ['banned_one participating'],
      },
      {
        name: 'quiet',
        creator: 'Ana',
        nsfw: true,
        about: null,
        posting_restricted: true,
        is_default: false,
        member_count: 0,
        post_count: 1,
        rules: null,
        moderators: null,
        bans: null,
      },
    ])

    const posts = await all<Record<string, unknown>>(`
      select source_id, public_id, type, username as author, author_group, name as community, title, body, link_url, upvotes, downvotes, imported_upvotes,
        posts.comment_count, posts.created_at::text, edited_at::text, last_activity_at::text, is_pinned, is_pinned_site, locked_as, posts.deleted_as,
        content_deleted_as
      from posts join imported_posts on post_id = posts.id join users on users.id = author_id join communities on communities.id = community_id
      order by source_id`)
    const post = (id: number, more: object) => ({
      source_id: hexId(id),
      public_id: `Post_0${id}`,
      type: 'text',
      author: 'rio_2',
      author_group: 'normal',
      community: 'General',
      title: `Post ${id}`,
      body: null,
      link_url: null,
      upvotes: 1,
      downvotes: 0,
      imported_upvotes: 1,
      comment_count: 0,
      created_at: '2024-05-03 12:00:00+00',
      edited_at: null,
      last_activity_at: '2024-05-03 12:00:00+00',
      is_pinned: false,
      is_pinned_site: false,
      locked_as: null,
      deleted_as: null,
      content_deleted_as: null,
      ...more,
    })
    expect(posts).toEqual([
      post(30, {
        title: 'A text',
        body: oddText.normalize('NFC'),
        upvotes: 5,
        downvotes: 2,
        imported_upvotes: 2,
        comment_count: 5,
        edited_at: '2024-05-04 12:00:00+00',
        last_activity_at: '2024-05-09 12:00:00+00',
        is_pinned: true,
      }),
      post(31, {
        type: 'link',
        author: 'Ana',
        link_url: 'https://example.org/%C3%BC?a=1&b=2',
        is_pinned_site: true,
      }),
      post(32, { type: 'image', community: 'quiet' }),
      post(33, { body: 'mine', deleted_as: 'normal' }),
      post(34, { body: 'removed', author: 'Ana', deleted_as: 'mods' }),
      post(35, { body: '', deleted_as: 'normal', content_deleted_as: 'normal' }),
      post(36, { public_id: expect.not.stringMatching(publicId), author: 'gone_one', locked_as: 'mods' }),
      post(37, { public_id: expect.stringMatching(/^\w{8}$/), author: 'mod_one', author_group: 'mods' }),
    ])

    expect(
      await all(`
        select comments_of.source_id, parents.source_id as parent, username as author, body, upvotes, imported_upvotes, reply_count, direct_reply_count, depth,
          comments.created_at::text, edited_at::text, deleted_as
        from comments join imported_comments comments_of on comment_id = comments.id join users on users.id = author_id
        left join imported_comments parents on parents.comment_id = comments.parent_id order by comments_of.source_id`),
    ).toEqual([
      {
        source_id: hexId(50),
        parent: null,
        author: 'Ana',
        body: 'Comment 50',
        upvotes: 2,
        imported_upvotes: 1,
        reply_count: 3,
        direct_reply_count: 1,
        depth: 0,
        created_at: '2024-05-05 12:00:00+00',
        edited_at: null,
        deleted_as: null,
      },
      {
        source_id: hexId(51),
        parent: hexId(50),
        author: 'rio_2',
        body: oddText.normalize('NFC'),
        upvotes: 0,
        imported_upvotes: 0,
        reply_count: 2,
        direct_reply_count: 1,
        depth: 1,
        created_at: '2024-05-06 12:00:00+00',
        edited_at: '2024-05-07 12:00:00+00',
        deleted_as: null,
      },
      {
        source_id: hexId(52),
        parent: hexId(51),
        author: 'Ana',
        body: '',
        upvotes: 0,
        imported_upvotes: 0,
        reply_count: 1,
        direct_reply_count: 1,
        depth: 2,
        created_at: '2024-05-05 12:00:00+00',
        edited_at: null,
        deleted_as: 'normal',
      },
      {
        source_id: hexId(53),
        parent: null,
        author: 'Ana',
        body: 'removed by a moderator',
        upvotes: 0,
        imported_upvotes: 0,
        reply_count: 0,
        direct_reply_count: 0,
        depth: 0,
        created_at: '2024-05-05 12:00:00+00',
        edited_at: null,
        deleted_as: 'mods',
      },
      {
        source_id: hexId(54),
        parent: hexId(52),
        author: 'gone_one',
        body: 'Comment 54',
        upvotes: 0,
        imported_upvotes: 0,
        reply_count: 0,
        direct_reply_count: 0,
        depth: 3,
        created_at: '2024-05-09 12:00:00+00',
        edited_at: null,
        deleted_as: null,
      },
    ])

    expect(
      await all(`
        select username, up, moves_points from post_votes join users on users.id = user_id
        join imported_posts using (post_id) order by username`),
    ).toEqual([
      { username: 'Ana', up: true, moves_points: true },
      { username: 'banned_one', up: false, moves_points: true },
      { username: 'mod_one', up: true, moves_points: false },
      { username: 'rio_2', up: true, moves_points: true },
    ])
    expect(
      await all(`
        select (select json_agg(name || ' ' || display_name || ' ' || is_public || ' ' || item_count order by name)
            from lists join users on users.id = user_id where username = 'rio_2') as lists,
          (select count(*)::int from list_items) as items,
          (select username from user_mutes join users on users.id = muted_user_id) as muted,
          (select name from community_mutes join communities on communities.id = muted_community_id) as "mutedCommunity",
          (select count(*)::int from hidden_posts) as hidden, (select count(*)::int from post_visits join imported_posts using (post_id)) as visits,
          (select count(*)::int from announcements where finished_at is not null) as announced,
          (select title from reports join report_reasons on report_reasons.id = reason_id where comment_id is not null) as reason`),
    ).toEqual([
      {
        lists: ['bookmarks My bookmarks true 0', 'recipes Recipes false 2'],
        items: 2,
        muted: 'banned_one',
        mutedCommunity: 'quiet',
        hidden: 1,
        visits: 1,
        announced: 1,
        reason: 'Off topic',
      },
    ])
  })

  it('lets members log in with their old password, whose hash is then replaced', async () => {
    for (const [username, name] of [
      ['rio_2', 'rio_2'],
      ['Ana', 'ana'],
    ] as const) {
      const guest = await forum.guest()
      const wrong = await guest.post('/api/_login', { username: name, password: 'new password' })
      expect(wrong.statusCode).toBe(401)
      const answer = await guest.post('/api/_login', { username: name, password: 'old password' })
      expect([answer.statusCode, answer.json().username]).toEqual([200, username])
      const [row] = await all<{ hash: string }>(
        `select password_hash as hash from users where username = '${username}'`,
      )
      expect(row?.hash).toMatch(/^\$argon2id\$/)
    }
  })

  it('is imported once, in whatever form it is dumped, and a later one adds what is new', async () => {
    const before = await all(tablesWithRows)
    const nothing = {
      members: 0,
      communities: 0,
      posts: 0,
      comments: 0,
      votes: 0,
      lists: 0,
      reports: 0,
      renamed: [],
    }
    for (const form of [{ isHex: true, isComplete: true }, { isSingle: true }]) {
      expect(await importDump(dump, form)).toMatchObject(nothing)
      expect(await all(tablesWithRows)).toEqual(before)
    }
    const [anyPost] = dump.posts?.rows ?? []
    const [anyComment] = dump.comments?.rows ?? []
    const [anyVote] = dump.post_votes?.rows ?? []
    const [anyUser] = dump.users?.rows ?? []
    const more = (table: keyof typeof dump, row: object | undefined, change: object) => ({
      [table]: {
        columns: dump[table]?.columns ?? {},
        rows: [...(dump[table]?.rows ?? []), { ...row, ...change }],
      },
    })
    const later = {
      ...dump,
      ...more('users', anyUser, { id: sourceId(9), username: 'newcomer', points: 3 }),
      ...more('posts', anyPost, { id: sourceId(47), public_id: 'Post_047', user_id: sourceId(9) }),
      ...more('comments', anyComment, { id: sourceId(58), parent_id: sourceId(54) }),
      ...more('post_votes', anyVote, { post_id: sourceId(31), user_id: sourceId(9) }),
    } as Dump
    expect(await importBytes(gzipSync(mysqldumpOf(later)))).toMatchObject({
      ...nothing,
      members: 1,
      posts: 1,
      comments: 1,
      votes: 1,
    })
    expect(await drifts()).toEqual([])
    expect(await all(`select upvotes, imported_upvotes from posts where public_id = 'Post_031'`)).toEqual([
      { upvotes: 2, imported_upvotes: 1 },
    ])
    expect(
      await all(
        `select reply_count from comments join imported_comments on comment_id = id where source_id = '${hexId(50)}'`,
      ),
    ).toEqual([{ reply_count: 4 }])
  })

  it('does not bring back those who were erased here', async () => {
    await all(`
      insert into erased_names (hash, user_id) select erased_name_hash('${hexId(99)}'), id from users where username = 'banned_one'`)
    const rows = [
      ...(dump.users?.rows ?? []),
      { ...dump.users?.rows[3], id: sourceId(99), username: 'erased_name', email: 'e@example.org' },
    ]
    const later = { ...dump, users: { columns: dump.users?.columns ?? {}, rows } } as Dump
    expect(await importDump(later)).toMatchObject({ members: 0 })
    expect(
      await all(`select email from users where username = 'erased_name' or email = 'e@example.org'`),
    ).toEqual([])
  })

  it('has its pictures copied from the folder, by a later run too, and those that are missing are counted', async () => {
    const places = `
      select (select json_agg(username) from users where picture_id is not null) as members,
        (select json_agg(name) from communities where icon_id is not null) as icons,
        (select json_agg(public_id) from posts where link_image_id is not null) as thumbnails,
        (select json_agg(public_id || ' ' || position || ' ' || coalesce(alt_text, '') order by position) from post_images
          join posts on posts.id = post_id join images on images.id = image_id and is_used) as posts,
        (select count(*)::int from images where is_used) as used`
    expect(await importDump(dump, {}, { withImages: true })).toMatchObject({
      pictures: 6,
      images: { copied: 4, missing: 1, unusable: 1 },
    })
    const copied = {
      members: ['rio_2'],
      icons: ['General'],
      thumbnails: ['Post_031'],
      posts: ['Post_032 0 A cat'],
      used: 4,
    }
    expect(await all(places)).toEqual([copied])

    // No other picture has this size, and its file has another name.
    const bytes = Buffer.concat([await picture(85), Buffer.alloc(7)])
    writeFileSync(join(folder, 'images', 'renamed.jpeg'), bytes)
    const rows = (dump.images?.rows ?? []).map((row) =>
      (row.id as Buffer).equals(sourceId(85)) ? { ...row, size: bytes.length } : row,
    )
    const sized = { ...dump, images: { columns: dump.images?.columns ?? {}, rows } } as Dump
    expect(await importDump(sized, {}, { withImages: true })).toMatchObject({
      pictures: 2,
      images: { copied: 1, missing: 0, unusable: 1 },
    })
    expect(await all(places)).toMatchObject([{ used: 5, posts: ['Post_032 0 A cat', 'Post_032 1 '] }])
    expect(await importDump(sized)).toMatchObject({ pictures: 1, images: null })
  })

  it('leaves nothing behind when it is interrupted, and can be repeated', async () => {
    const fresh = await startForum()
    try {
      const before = await all(tablesWithRows, fresh)
      const controller = new AbortController()
      const interrupted = importReference(fresh.connection, {
        file: fileOf(mysqldumpOf(dump)),
        images: null,
        signal: controller.signal,
        onProgress: ({ phase }) => {
          if (phase === 'counting') controller.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      expect(await all(tablesWithRows, fresh)).toEqual(before)
      expect(await importDump(dump, {}, { into: fresh })).toMatchObject({
        members: 5,
        posts: 8,
        comments: 5,
        renamed: [],
      })
      expect(await drifts(fresh)).toEqual([])
    } finally {
      await fresh.close()
    }
  })
})
