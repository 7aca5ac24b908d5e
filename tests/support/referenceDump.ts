import { createHash } from 'node:crypto'

/** A value in a dump: a Buffer is one of a binary column. */
type Value = string | number | boolean | Buffer | null
type Row = Readonly<Record<string, Value>>

export interface DumpTable {
  /** The definitions of its columns, as CREATE TABLE has them. */
  readonly columns: Readonly<Record<string, string>>
  readonly rows: readonly Row[]
}
export type Dump = Readonly<Record<string, DumpTable>>

/** An id of the source, whose bytes are such as must be escaped. */
export const sourceId = (number: number): Buffer =>
  Buffer.from([23, 192, 39, 92, 0, 10, 26, 34, 13, 255, 0, number])
export const hexId = (number: number): string => sourceId(number).toString('hex')

/** Where the old server keeps the picture with this id. */
export const picturePath = (number: number): string => {
  const hash = createHash('sha1').update(sourceId(number)).digest('hex')
  return `${hash.slice(0, 2)}/${hash.slice(2, 3)}/${hash.slice(3)}.jpeg`
}

const escapes: Readonly<Record<number, string>> = {
  0: '\\0',
  10: '\\n',
  13: '\\r',
  26: '\\Z',
  34: '\\"',
  39: "\\'",
  92: '\\\\',
}

const quoted = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from("'"),
    ...[...bytes].map((byte) => Buffer.from(escapes[byte] ?? [byte])),
    Buffer.from("'"),
  ])

export interface DumpForm {
  /** As with --hex-blob. */
  readonly isHex?: boolean
  /** As with --complete-insert. */
  readonly isComplete?: boolean
  /** As with --skip-extended-insert. */
  readonly isSingle?: boolean
}

function literal(value: Value, { isHex }: DumpForm): Buffer {
  if (value === null) return Buffer.from('NULL')
  if (Buffer.isBuffer(value))
    return isHex
      ? Buffer.from(`0x${value.toString('hex')}`)
      : Buffer.concat([Buffer.from('_binary '), quoted(value)])
  return typeof value === 'string' ? quoted(Buffer.from(value)) : Buffer.from(String(Number(value)))
}

const joined = (parts: readonly Buffer[], between: string): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(between), part])))

/** The file that mysqldump would make of a database with these tables. */
export function mysqldumpOf(tables: Dump, form: DumpForm = {}): Buffer {
  const parts: Buffer[] = []
  const add = (...more: (string | Buffer)[]) => parts.push(...more.map((part) => Buffer.from(part)))
  add(
    '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB\n--\n-- Host: localhost\n',
    '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n/*!40101 SET NAMES utf8mb4 */;\n',
  )
  for (const [table, { columns, rows }] of Object.entries(tables).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const names = Object.keys(columns)
    add(
      `\n--\n-- Table structure for table \`${table}\`; it's "this"\n--\n\nDROP TABLE IF EXISTS \`${table}\`;\nCREATE TABLE \`${table}\` (\n`,
      names.map((name) => `  \`${name}\` ${columns[name]} COMMENT 'it''s; (this)'`).join(',\n'),
      `,\n  KEY \`k\` (\`${names[0]}\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\nLOCK TABLES \`${table}\` WRITE;\n`,
      `/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */;\n`,
    )
    const head = `INSERT INTO \`${table}\`${form.isComplete ? ` (${names.map((name) => `\`${name}\``).join(', ')})` : ''} VALUES\n`
    const tuples = rows.map((row) =>
      joined(
        [
          Buffer.from('('),
          joined(
            names.map((name) => literal(row[name] ?? null, form)),
            ',',
          ),
          Buffer.from(')'),
        ],
        '',
      ),
    )
    if (form.isSingle) for (const tuple of tuples) add(head, tuple, ';\n')
    else if (tuples.length > 0) add(head, joined(tuples, ',\n'), ';\n')
    add(`/*!40000 ALTER TABLE \`${table}\` ENABLE KEYS */;\nUNLOCK TABLES;\n`)
  }
  add(
    'DELIMITER ;;\n/*!50003 CREATE*/ /*!50003 TRIGGER `t` BEFORE INSERT ON `posts` FOR EACH ROW BEGIN SET @a = 1; END */;;\n',
    "CREATE PROCEDURE `p`() BEGIN INSERT INTO `posts` VALUES ('none'); END ;;\nDELIMITER ;\n",
    '-- Dump completed on 2026-11-27 20:00:00\n',
  )
  return Buffer.concat(parts)
}

const binaryId = 'binary(12) NOT NULL'
const someId = 'binary(12) DEFAULT NULL'
const time = 'datetime DEFAULT NULL'
const flag = 'tinyint(1) NOT NULL'
const number = 'int(11) NOT NULL'
const text = 'text'
const name = 'varchar(255) DEFAULT NULL'

/** A day of May 2024, at noon. */
const day = (of: number): string => `2024-05-${String(of).padStart(2, '0')} 12:00:00`

const users = {
  id: binaryId,
  username: 'varchar(20) NOT NULL',
  email: name,
  password: 'varchar(255) NOT NULL',
  about_me: text,
  points: number,
  is_admin: flag,
  home_feed: name,
  require_alt_text: flag,
  pro_pic: someId,
  created_at: time,
  created_ip: 'varbinary(16) DEFAULT NULL',
  last_seen: time,
  banned_at: time,
  deleted_at: time,
}
const posts = {
  id: binaryId,
  public_id: 'char(8) NOT NULL',
  type: 'int(11) NOT NULL',
  user_id: binaryId,
  user_group: number,
  community_id: binaryId,
  title: name,
  body: text,
  link_info: 'longtext',
  link_image: someId,
  locked: flag,
  locked_at: time,
  locked_by: someId,
  upvotes: number,
  downvotes: number,
  created_at: time,
  edited_at: time,
  deleted_at: time,
  deleted_by: someId,
  deleted_as: 'int(11)',
  deleted_content_at: time,
  deleted_content_by: someId,
}
const comments = {
  id: binaryId,
  post_id: binaryId,
  parent_id: someId,
  user_id: binaryId,
  user_group: number,
  body: 'mediumtext',
  upvotes: number,
  downvotes: number,
  created_at: time,
  edited_at: time,
  deleted_at: time,
  deleted_by: someId,
  deleted_as: 'int(11)',
}

const person = (id: number, username: string, more: Row = {}): Row => ({
  id: sourceId(id),
  username,
  password: 'x',
  points: 1,
  is_admin: false,
  require_alt_text: false,
  created_at: day(1),
  last_seen: day(20),
  ...more,
})
const post = (id: number, more: Row): Row => ({
  id: sourceId(id),
  public_id: `Post_0${id}`,
  type: 0,
  user_id: sourceId(3),
  user_group: 1,
  community_id: sourceId(20),
  title: `Post ${id}`,
  locked: false,
  upvotes: 1,
  downvotes: 0,
  created_at: day(3),
  ...more,
})
const comment = (id: number, more: Row): Row => ({
  id: sourceId(id),
  post_id: sourceId(30),
  user_id: sourceId(4),
  user_group: 1,
  body: `Comment ${id}`,
  upvotes: 0,
  downvotes: 0,
  created_at: day(5),
  ...more,
})

export const oddText = `It's "odd": \\ back\\slash, \\n no line\nbut this\r\n\ttab \u001a 👩🏽‍🚀 éa ; -- /* */ \`a\` (1,2),('b')`

/**
 * A small forum with each table and each case. Ids: users from 1, communities from 20, posts from 30, comments from 50, pictures from
 * 80.
 *
 * @param password the bcrypt hash of @rio.
 */
export const referenceForum = (password: string): Dump => ({
  users: {
    columns: users,
    rows: [
      person(1, 'ghost'),
      person(2, 'Nobody', { is_admin: true }),
      person(3, 'rio', {
        password,
        email: 'rio@example.org',
        about_me: oddText,
        points: 7,
        is_admin: true,
        home_feed: 'subscriptions',
        require_alt_text: true,
        pro_pic: sourceId(80),
        created_ip: Buffer.from([192, 0, 2, 7]),
      }),
      person(4, 'Ana', {
        password: password.replace('$2a$', '$2y$'),
        created_ip: Buffer.from('20010db8000000000000000000000001', 'hex'),
      }),
      person(5, 'mod_one'),
      person(6, 'banned_one', { banned_at: day(9) }),
      person(7, 'gone_one', { password, email: 'gone@example.org', deleted_at: day(10) }),
      person(8, 'no_date', { created_at: '0000-00-00 00:00:00' }),
    ],
  },
  communities: {
    columns: {
      id: binaryId,
      user_id: binaryId,
      name: 'varchar(32)',
      nsfw: flag,
      about: text,
      pro_pic: someId,
      banner_image_2: someId,
      posting_restricted: flag,
      created_at: time,
      deleted_at: time,
    },
    rows: [
      {
        id: sourceId(20),
        user_id: sourceId(3),
        name: 'General',
        nsfw: false,
        about: 'About **it**',
        pro_pic: sourceId(81),
        banner_image_2: sourceId(82),
        posting_restricted: false,
        created_at: day(2),
      },
      {
        id: sourceId(21),
        user_id: sourceId(4),
        name: 'quiet',
        nsfw: true,
        posting_restricted: true,
        created_at: day(2),
      },
    ],
  },
  default_communities: { columns: { name_lc: name }, rows: [{ name_lc: 'general' }] },
  community_rules: {
    columns: {
      id: 'int(10) unsigned NOT NULL',
      rule: name,
      description: text,
      community_id: binaryId,
      z_index: number,
      created_by: binaryId,
      created_at: time,
    },
    rows: [
      {
        id: 1,
        rule: 'Be kind',
        description: 'Very "kind"',
        community_id: sourceId(20),
        z_index: 2,
        created_by: sourceId(3),
        created_at: day(2),
      },
      {
        id: 2,
        rule: 'No spam',
        community_id: sourceId(20),
        z_index: 1,
        created_by: sourceId(3),
        created_at: day(2),
      },
    ],
  },
  community_mods: {
    columns: { community_id: binaryId, user_id: binaryId, position: number },
    rows: [
      { community_id: sourceId(20), user_id: sourceId(5), position: 4 },
      { community_id: sourceId(20), user_id: sourceId(3), position: 1 },
      { community_id: sourceId(20), user_id: sourceId(7), position: 5 },
    ],
  },
  community_members: {
    columns: { community_id: binaryId, user_id: binaryId, created_at: time },
    rows: [3, 4, 7].map((id) => ({ community_id: sourceId(20), user_id: sourceId(id), created_at: day(4) })),
  },
  community_banned: {
    columns: {
      user_id: binaryId,
      community_id: binaryId,
      expires: time,
      banned_by: binaryId,
      created_at: time,
    },
    rows: [
      { user_id: sourceId(6), community_id: sourceId(20), banned_by: sourceId(5), created_at: day(8) },
      {
        user_id: sourceId(4),
        community_id: sourceId(21),
        expires: day(9),
        banned_by: sourceId(5),
        created_at: day(8),
      },
    ],
  },
  posts: {
    columns: posts,
    rows: [
      post(30, { title: 'A  text', body: oddText, upvotes: 5, downvotes: 2, edited_at: day(4) }),
      post(31, {
        link_info: JSON.stringify({ v: 1, u: 'x', url: 'https://example.org/ü?a=1&b=2' }),
        link_image: sourceId(83),
        user_id: sourceId(4),
      }),
      post(32, { type: 1, community_id: sourceId(21) }),
      post(33, { body: 'mine', deleted_at: day(6), deleted_by: sourceId(3), deleted_as: 1 }),
      post(34, {
        body: 'removed',
        user_id: sourceId(4),
        deleted_at: day(6),
        deleted_by: sourceId(5),
        deleted_as: 3,
        user_group: 1,
      }),
      post(35, {
        body: '',
        link_info: JSON.stringify({ url: 'https://example.org/gone' }),
        deleted_at: day(6),
        deleted_by: sourceId(3),
        deleted_as: 1,
        deleted_content_at: day(7),
        deleted_content_by: sourceId(3),
      }),
      post(36, {
        locked: true,
        locked_at: day(7),
        locked_by: sourceId(5),
        user_id: sourceId(7),
        user_group: 1,
      }),
      post(37, { user_id: sourceId(5), user_group: 3, public_id: 'not good' }),
      post(38, { community_id: sourceId(29), title: 'In no community' }),
      post(39, { created_at: '2999-01-01 00:00:00' }),
    ],
  },
  pinned_posts: {
    columns: { community_id: someId, post_id: binaryId },
    rows: [{ community_id: sourceId(20), post_id: sourceId(30) }, { post_id: sourceId(31) }],
  },
  announcement_posts: {
    columns: { post_id: binaryId, announced_by: binaryId, created_at: time },
    rows: [{ post_id: sourceId(30), announced_by: sourceId(3), created_at: day(3) }],
  },
  post_images: {
    columns: { id: number, post_id: binaryId, image_id: binaryId },
    rows: [
      { id: 1, post_id: sourceId(32), image_id: sourceId(84) },
      { id: 2, post_id: sourceId(32), image_id: sourceId(85) },
    ],
  },
  images: {
    columns: {
      id: binaryId,
      store_name: name,
      format: number,
      size: number,
      alt_text: name,
      average_color: 'binary(12)',
    },
    rows: [80, 81, 82, 83, 84, 85].map((id) => ({
      id: sourceId(id),
      store_name: 'disk',
      format: 1,
      size: 1000 + id,
      alt_text: id === 84 ? 'A cat' : null,
    })),
  },
  comments: {
    columns: comments,
    rows: [
      comment(50, { upvotes: 2 }),
      comment(51, {
        parent_id: sourceId(50),
        user_id: sourceId(3),
        body: oddText,
        created_at: day(6),
        edited_at: day(7),
      }),
      comment(52, {
        parent_id: sourceId(51),
        body: 'deleted by its author',
        deleted_at: day(8),
        deleted_by: sourceId(4),
        deleted_as: 1,
      }),
      comment(53, {
        body: 'removed by a moderator',
        deleted_at: day(8),
        deleted_by: sourceId(5),
        deleted_as: 2,
      }),
      comment(54, { parent_id: sourceId(52), user_id: sourceId(7), created_at: day(9) }),
      comment(55, { post_id: sourceId(49) }),
      comment(56, { parent_id: sourceId(48) }),
      comment(57, { parent_id: sourceId(56) }),
    ],
  },
  post_votes: {
    columns: {
      id: number,
      post_id: binaryId,
      user_id: binaryId,
      up: flag,
      created_at: time,
      is_user_new: flag,
    },
    rows: [
      [3, true],
      [4, true],
      [5, true],
      [6, false],
    ].map(([user, up], id) => ({
      id,
      post_id: sourceId(30),
      user_id: sourceId(user as number),
      up: up as boolean,
      created_at: day(5),
      is_user_new: user === 5,
    })),
  },
  comment_votes: {
    columns: {
      id: number,
      comment_id: binaryId,
      user_id: binaryId,
      up: flag,
      created_at: time,
      is_user_new: flag,
    },
    rows: [
      {
        id: 1,
        comment_id: sourceId(50),
        user_id: sourceId(3),
        up: true,
        created_at: day(6),
        is_user_new: false,
      },
    ],
  },
  lists: {
    columns: {
      id: number,
      user_id: binaryId,
      name,
      display_name: name,
      description: text,
      public: flag,
      created_at: time,
      last_updated_at: time,
    },
    rows: [
      {
        id: 1,
        user_id: sourceId(3),
        name: 'bookmarks',
        display_name: 'My bookmarks',
        public: true,
        created_at: day(1),
        last_updated_at: day(9),
      },
      {
        id: 2,
        user_id: sourceId(3),
        name: 'recipes',
        display_name: 'Recipes',
        public: false,
        created_at: day(1),
        last_updated_at: day(9),
      },
    ],
  },
  list_items: {
    columns: { id: number, list_id: number, target_type: number, target_id: binaryId, created_at: time },
    rows: [
      { id: 1, list_id: 2, target_type: 1, target_id: sourceId(30), created_at: day(8) },
      { id: 2, list_id: 2, target_type: 2, target_id: sourceId(51), created_at: day(9) },
      { id: 3, list_id: 2, target_type: 2, target_id: sourceId(55), created_at: day(9) },
    ],
  },
  muted_users: {
    columns: { id: number, user_id: binaryId, muted_user_id: binaryId, created_at: time },
    rows: [{ id: 1, user_id: sourceId(3), muted_user_id: sourceId(6), created_at: day(9) }],
  },
  muted_communities: {
    columns: { id: number, user_id: binaryId, community_id: binaryId, created_at: time },
    rows: [{ id: 1, user_id: sourceId(3), community_id: sourceId(21), created_at: day(9) }],
  },
  hidden_posts: {
    columns: { id: number, user_id: binaryId, post_id: binaryId, created_at: time },
    rows: [{ id: 1, user_id: sourceId(4), post_id: sourceId(32), created_at: day(9) }],
  },
  post_visits: {
    columns: { post_id: binaryId, user_id: binaryId, last_visited_at: time },
    rows: [{ post_id: sourceId(30), user_id: sourceId(4), last_visited_at: day(9) }],
  },
  report_reasons: {
    columns: { id: number, title: name, description: text },
    rows: [
      { id: 1, title: 'Spam' },
      { id: 2, title: 'Off topic', description: 'Elsewhere' },
    ],
  },
  reports: {
    columns: {
      id: number,
      community_id: binaryId,
      post_id: binaryId,
      reason: number,
      type: number,
      target_id: binaryId,
      created_by: binaryId,
      action_taken: name,
      dealt_at: time,
      created_at: time,
    },
    rows: [
      {
        id: 1,
        community_id: sourceId(20),
        post_id: sourceId(30),
        reason: 2,
        type: 1,
        target_id: sourceId(51),
        created_by: sourceId(4),
        created_at: day(9),
      },
      {
        id: 2,
        community_id: sourceId(20),
        post_id: sourceId(31),
        reason: 1,
        type: 0,
        target_id: sourceId(31),
        created_by: sourceId(3),
        dealt_at: day(9),
        created_at: day(8),
      },
    ],
  },
  notifications: {
    columns: { id: number, user_id: binaryId, notif: 'longtext' },
    rows: [{ id: 1, user_id: sourceId(3), notif: '{"a":"b\\"c"}' }],
  },
})
