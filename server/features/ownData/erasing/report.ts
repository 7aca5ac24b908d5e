import { sql } from 'kysely'
import type { Erasure } from '../../../../contract/entities/erasure.ts'
import { limits } from '../../../../contract/limits.ts'
import { fieldsOf, isKeyOf } from '../../../../contract/objects.ts'
import type { SettingValues } from '../../../../contract/siteSettings.ts'
import type { ErasedContent } from '../../../../contract/words.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { steps } from './steps.ts'

const stepNames = Object.keys(steps)

/** What the counts mean, for one and for several. */
const kinds: Readonly<Record<string, readonly [one: string, several: string]>> = {
  sessions: ['session, with its address and browser', 'sessions, with their addresses and browsers'],
  memberships: ['membership of a community', 'memberships of communities'],
  conversations: ['conversation with moderators', 'conversations with moderators'],
  notifications: ['notification', 'notifications'],
  drafts: ['draft', 'drafts'],
  votes: ['vote, of which the count stays', 'votes, of which the counts stay'],
  posts: ['post: title, text, link and HTML', 'posts: titles, texts, links and HTML'],
  comments: ['comment: text and HTML', 'comments: texts and HTML'],
  versions: ['earlier version of a text', 'earlier versions of texts'],
  pictures: ['picture in a text, with all its copies', 'pictures in texts, with all their copies'],
  messages: ['message written as a moderator', 'messages written as a moderator'],
  reports: [
    'report, which is now from the ghost, without its note',
    'reports, which are now from the ghost, without their notes',
  ],
  mentions: ['text of someone else that mentioned the name', 'texts of others that mentioned the name'],
}

const always =
  'Email address, password, profile text, profile picture, settings of mails and pushes, lists, mutes, bans, visits, archives, IP addresses'

/** What stays. The account itself has a name that says nothing. */
function remainsOf(content: ErasedContent): string[] {
  return [
    ...(content === 'keep'
      ? ['Posts and comments with their pictures, shown as written by a ghost, as was chosen']
      : content === 'blank'
        ? ['Empty posts and comments, so that replies keep their place']
        : ['Empty comments and removed, empty posts, so that replies keep their place']),
    'The account itself, with a random name, the day it was created, and counts: replies and votes of others refer to it',
    'A keyed hash of the name, so that nobody else can take it',
    'What the member did as a moderator or admin, and their notes about others, under the random name',
    'The name in texts of others where it has no @ before it; search for it to check',
    'IP addresses that admins have blocked, until the block ends',
    'Log files, which have no names or addresses of members unless a proxy writes them',
  ]
}

interface ListedBackup {
  readonly name: string
  readonly reason: 'manual' | 'daily'
  readonly made: Date
}

const namedMax = 20
const someOf = (names: readonly string[]): string =>
  names.length > namedMax
    ? `${names.slice(0, namedMax).join(', ')} and ${names.length - namedMax} more`
    : names.join(', ')

/** When the last backup that has something of an erased member is gone. @param erasedAt null: still under way. */
export function backupSentences(
  erasedAt: Date | null,
  found: { readonly backups: readonly ListedBackup[]; readonly byCommand: Date | null },
  settings: Pick<SettingValues, 'dailyBackups' | 'dailyBackupsKept'>,
): string[] {
  if (!erasedAt) return []
  const older = found.backups.filter(({ made }) => made <= erasedAt)
  const daily = older.filter(({ reason }) => reason === 'daily')
  const manual = older.filter(({ reason }) => reason === 'manual').map(({ name }) => name)
  const gone = new Date(erasedAt.getTime() + (settings.dailyBackupsKept + 1) * 86_400_000)
  const sentences: string[] = []
  if (daily.length > 0)
    sentences.push(
      settings.dailyBackups
        ? `The last daily backup from before is deleted by ${gone.toISOString().slice(0, 10)}, while daily backups are on.`
        : `Daily backups are off, so these stay until you delete them: ${someOf(daily.map(({ name }) => name))}.`,
    )
  if (manual.length > 0)
    sentences.push(`These backups from before stay until you delete them: ${someOf(manual)}.`)
  if (found.byCommand && found.byCommand <= erasedAt)
    sentences.push('Backups that a command has made are in no list. Delete those from before yourself.')
  if (sentences.length === 0) sentences.push('No backup from before is known here.')
  return [...sentences, 'After a backup from before is restored, erase the member again.']
}

/** The erasures, the last ordered first. */
export const listErasures = (
  db: Db,
  settings: Pick<SettingValues, 'dailyBackups' | 'dailyBackupsKept'>,
): Promise<Erasure[]> => findErasures(db, settings, null)

/** @param id one of them; null: all. */
export async function findErasures(
  db: Db,
  settings: Pick<SettingValues, 'dailyBackups' | 'dailyBackupsKept'>,
  id: string | null,
): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .innerJoin('users', 'users.id', 'erasures.user_id')
    .where((eb) => (id === null ? eb.lit(true) : eb('erasures.id', '=', id)))
    .select([
      'erasures.id',
      'erasures.user_id',
      'erasures.content',
      'erasures.ordered_by',
      'erasures.ordered_at',
      'erasures.step',
      'erasures.counts',
      'erasures.finished_at',
      'users.username',
      sql<string | null>`named(ordered_by)`.as('orderer'),
      sql<number>`(select count(*) from images where uploader_id = users.id and images.deleted_at is not null)::integer`.as(
        'pictures',
      ),
    ])
    .orderBy('ordered_at', 'desc')
    .orderBy('erasures.id', 'desc')
    .limit(sql.lit(limits.erasuresShown))
    .execute()
  const backups = await db
    .selectFrom('backups')
    .where('state', '=', 'made')
    .where('deleted_at', 'is', null)
    .select(['name', 'reason', 'asked_at as made'])
    .orderBy('id')
    .execute()
  const { byCommand } = await db
    .selectFrom('site_settings')
    .select('command_backup_at as byCommand')
    .executeTakeFirstOrThrow()
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    content: row.content,
    orderedBy: row.orderer,
    isOwn: row.ordered_by === row.user_id,
    orderedAt: row.ordered_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: row.finished_at
      ? null
      : {
          step: stepLabels[isKeyOf(steps, row.step) ? row.step : 'traces'],
          number: stepNames.indexOf(row.step) + 1,
          of: stepNames.length,
        },
    erased: [always, ...countedOf(fieldsOf(row.counts))],
    remains: [
      ...(row.pictures > 0 ? [`${row.pictures} files of pictures, which a job deletes within the hour`] : []),
      ...remainsOf(row.content),
    ],
    backups: backupSentences(row.finished_at, { backups, byCommand }, settings),
  }))
}

const stepLabels: Record<keyof typeof steps, string> = {
  traces: 'lists and visits',
  votes: 'votes',
  posts: 'posts',
  deletedPosts: 'deleted posts',
  comments: 'comments',
  deletedComments: 'deleted comments',
  messages: 'messages',
  reports: 'reports',
  images: 'pictures',
  mentions: 'mentions in texts of others',
  name: 'the name',
}

const countedOf = (counts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(kinds).flatMap(([kind, [one, several]]) => {
    const count = Number(counts[kind] ?? 0)
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : several}`]
  })
