/**
 * Which folders may write the tables that most of the server reads. `npm run lint` checks every statement against this
 * list, in TypeScript and in `.sql` files; migrations, the schema that they make, and tests may write anything.
 *
 * A table has an owner, and folders that change some of its columns in their own statements: counters, for example,
 * change together with what they count (docs/decisions/one-statement-per-write.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** @type {Record<string, { folder: string, writes: string }[]>} */
export const tableWriters = {
  users: [
    { folder: 'server/core/users', writes: 'pictures, badges, the end of a ban' },
    {
      folder: 'server/core/content',
      writes: 'the counts of comments, and of what is taken down or restored',
    },
    { folder: 'server/core/sessions', writes: 'when and from where a member was last seen' },
    { folder: 'server/core/trust', writes: 'how far members are trusted' },
    { folder: 'server/core/accounts', writes: 'new accounts, addresses that refuse mail' },
    { folder: 'server/core/notifications', writes: 'the count of new notifications' },
    { folder: 'server/core/review', writes: 'the count of new notifications' },
    { folder: 'server/features/accounts', writes: 'passwords and settings' },
    { folder: 'server/features/mailedLinks', writes: 'confirmed addresses, passwords that were forgotten' },
    { folder: 'server/features/notifications', writes: 'the count of new notifications, who was welcomed' },
    {
      folder: 'server/features/posting',
      writes: 'the counts of posts, and of new notifications by announcements',
    },
    { folder: 'server/features/moderating', writes: 'the counts of new notifications' },
    { folder: 'server/features/voting', writes: 'points, and the count of new notifications' },
    { folder: 'server/features/moves', writes: 'the count of posts, as one is merged' },
    { folder: 'server/features/admin', writes: 'bans, and the points from votes that stop counting' },
    { folder: 'server/features/ownData', writes: 'the deletion of an account' },
    {
      folder: 'server/features/trust',
      writes: 'levels of trust that admins set, and of those who are vouched for',
    },
    { folder: 'server/features/retention', writes: 'old addresses, which it deletes' },
    { folder: 'server/import', writes: 'imported accounts and their counts' },
    {
      folder: 'server/cli',
      writes: 'what the operator decides: admins and passwords; counts that were wrong',
    },
  ],
  posts: [
    { folder: 'server/features/posting', writes: 'all that an author or moderator does to a post' },
    {
      folder: 'server/core/content',
      writes: 'the count of comments, removals, locks, limits for comments, the role of the author',
    },
    { folder: 'server/core/images', writes: 'the picture of a link, and the count of images below a text' },
    { folder: 'server/features/voting', writes: 'the counts of votes' },
    { folder: 'server/features/admin', writes: 'the counts of votes that stop counting' },
    { folder: 'server/features/feeds', writes: 'the age bands of top lists' },
    {
      folder: 'server/features/moves',
      writes: 'the community of a post that is moved, posts that are merged',
    },
    { folder: 'server/features/rendering', writes: 'the HTML and excerpts of old texts' },
    {
      folder: 'server/features/ownData',
      writes: 'names in texts, and counts of votes, as a member is erased',
    },
    { folder: 'server/import', writes: 'imported posts and their counts' },
    { folder: 'server/cli', writes: 'counts that were wrong' },
  ],
  comments: [
    { folder: 'server/features/commenting', writes: 'all that an author or moderator does to a comment' },
    { folder: 'server/core/content', writes: 'new comments, removals, locks, the role of the author' },
    { folder: 'server/core/images', writes: 'the count of images below a text' },
    { folder: 'server/features/voting', writes: 'the counts of votes' },
    { folder: 'server/features/admin', writes: 'the counts of votes that stop counting' },
    { folder: 'server/features/moves', writes: 'the post of comments, as posts are merged' },
    { folder: 'server/features/rendering', writes: 'the HTML of old texts' },
    {
      folder: 'server/features/ownData',
      writes: 'names in texts, and counts of votes, as a member is erased',
    },
    { folder: 'server/import', writes: 'imported comments and their counts' },
    { folder: 'server/cli', writes: 'counts that were wrong' },
  ],
  communities: [
    { folder: 'server/core/communities', writes: 'which are the default ones' },
    { folder: 'server/core/content', writes: 'limits for comments' },
    {
      folder: 'server/features/communities',
      writes: 'new communities, their settings, pictures and members',
    },
    { folder: 'server/features/reviewing', writes: 'what waits for review' },
    { folder: 'server/features/moderators', writes: 'the count of members, as a new moderator joins' },
    { folder: 'server/features/posting', writes: 'the count of posts' },
    { folder: 'server/features/moves', writes: 'the counts of posts, as one is moved' },
    {
      folder: 'server/features/ownData',
      writes: 'the count of members, as an account is deleted; names in texts, as a member is erased',
    },
    { folder: 'server/features/rendering', writes: 'the HTML of old texts' },
    { folder: 'server/import', writes: 'imported communities and their counts' },
    { folder: 'server/cli', writes: 'counts that were wrong' },
  ],
}

/**
 * Files with statements that write a table whose name is only known at run time, and which of the tables above these can be.
 *
 * @type {Record<string, string[]>}
 */
export const indirectWriters = {
  'server/cli/check.ts': ['users', 'posts', 'comments', 'communities'],
  'server/core/content/madeWithAi.ts': ['posts', 'comments'],
  'server/features/admin/votes/uncounted.ts': [],
  'server/features/muting/unmute.ts': [],
  'server/features/ownData/erase.ts': [],
  'server/features/ownData/erasing/mentions.ts': ['users', 'posts', 'comments', 'communities'],
  'server/features/ownData/erasing/votes.ts': ['posts', 'comments'],
  'server/features/rendering/renderTexts.ts': ['posts', 'comments', 'communities'],
  'server/features/retention/deleteOldRows.ts': ['users'],
  'server/import/names.ts': [],
  'server/import/reference/images.ts': ['users', 'posts', 'communities'],
  'server/import/reference/rest.ts': ['users', 'posts', 'comments', 'communities'],
  'server/import/repair.ts': ['posts', 'comments'],
}

/**
 * Database functions that write those tables; a caller counts as a writer.
 *
 * @type {Record<string, string[]>}
 */
const writingFunctions = {
  count_votes_of_posts: ['posts'],
  count_votes_of_comments: ['comments'],
  count_comments_of_posts: ['posts', 'comments'],
  count_for_member: ['users'],
  count_for_members: ['users'],
  count_content_of_members: ['users'],
  take_back_mentions: ['users'],
  welcome_member: ['users'],
  set_trust_level: ['users'],
}

const isStatement = (file) =>
  /\.(ts|sql)$/.test(file) && !/\.(test|sql)\.ts$|\/migrations\/|\/schema\.sql$/.test(file)

/**
 * @param {string} root
 * @returns {Map<string, string>} the content of each file of the server that may hold a statement, by its path from `root`
 */
export const readStatements = (root) =>
  new Map(
    readdirSync(join(root, 'server'), { recursive: true })
      .map((file) => posix.join('server', file.replaceAll('\\', '/')))
      .filter(isStatement)
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

/**
 * Files that write a table without permission, or one that they do not name, and unnecessary entries of the lists.
 *
 * @param {typeof tableWriters} writers
 * @param {Map<string, string>} files
 * @param {typeof indirectWriters} indirect
 * @returns {string[]}
 */
export function forbiddenWrites(writers, files, indirect) {
  const problems = []
  const used = new Set()
  for (const [file, code] of files) {
    const isIndirect = /\.ts$/.test(file) && writesUnnamed.test(code)
    if (isIndirect && !indirect[file])
      problems.push(`${file} writes a table that it does not name. List it in scripts/lib/tableWriters.mjs.`)
    for (const table of new Set([
      ...writtenTables(code, Object.keys(writers)),
      ...((isIndirect && indirect[file]) || []),
    ])) {
      const writer = writers[table].find(({ folder }) => file.startsWith(`${folder}/`))
      if (writer) used.add(writer)
      else problems.push(`${file} writes ${table}. See scripts/lib/tableWriters.mjs for who may.`)
    }
  }
  for (const file of Object.keys(indirect))
    if (!writesUnnamed.test(files.get(file) ?? ''))
      problems.push(`${file} is listed as a writer of tables that it does not name, and is none.`)
  for (const [table, listed] of Object.entries(writers))
    for (const writer of listed)
      if (!used.has(writer)) problems.push(`${writer.folder} is listed as a writer of ${table}, and is none.`)
  return problems
}

const writesUnnamed =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"`\s)]|\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+(?:only\s+)?\$\{/i

function writtenTables(code, tables) {
  const table = `(${tables.join('|')})`
  const writes = new RegExp(
    `\\b(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${table}\\b|` +
      `\\b(?:insert\\s+into|delete\\s+from(?:\\s+only)?|merge\\s+into)\\s+${table}\\b|` +
      `\\bupdate\\s+(?:only\\s+)?${table}\\s+(?:(?:as\\s+)?\\w+\\s+)?set\\b`,
    'gi',
  )
  const called = Object.entries(writingFunctions).filter(([name]) => new RegExp(`\\b${name}\\(`).test(code))
  return [
    ...[...code.matchAll(writes)].map(([, built, written, updated]) => built ?? written ?? updated),
    ...called.flatMap(([, written]) => written.filter((name) => tables.includes(name))),
  ]
}
