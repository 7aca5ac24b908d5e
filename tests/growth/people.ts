import { sql } from 'kysely'
import { rateLimitSetting, rateLimits } from '../../contract/rateLimits.ts'
import { checkSettings, storeSettings } from '../../server/core/settings/store.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import type { Writer } from '../chaos/writers.ts'
import { headersOf, insertMember } from '../support/members.ts'

export const community = 'moss'

export interface People {
  readonly writers: readonly Writer[]
  readonly admin: Writer
  readonly moderator: Writer
  /** Has windows open. */
  readonly listener: Writer
  /** A member without a role for each round, whom moderators ban. */
  readonly offenders: readonly (Writer & { readonly username: string })[]
  readonly communityId: string
}

const writersCount = 8
/** The limits that would stop members who write without a pause. All others are unchanged. */
const raised = ['posts', 'comments', 'edits', 'votes', 'moderation', 'pages', 'searches'] as const
const manyCalls = 1_000_000

/** Members of a new forum, with a moderator and an admin, and limits that let writers write. */
export async function prepare({ db }: Database, rounds: number): Promise<People> {
  const { session } = await loadSecrets(db)
  const insert = async (username: string, isAdmin = false) => {
    const member = await insertMember(db, session, { username, isAdmin })
    return { id: member.id, username, headers: headersOf(member) }
  }
  const admin = await insert('admin_a', true)
  const moderator = await insert('moderator_m')
  const listener = await insert('listener_l')
  const [writers, offenders] = [[] as Writer[], [] as (Writer & { username: string })[]]
  for (const number of Array(writersCount).keys()) writers.push(await insert(`writer_${number}`))
  for (const number of Array(rounds).keys()) offenders.push(await insert(`offender_${number}`))
  const { rows } = await sql<{ id: string }>`
    with community as (insert into communities (name, creator_id) values (${community}, ${admin.id}) returning id)
    insert into moderators (community_id, user_id, position) select id, ${moderator.id}, 0 from community
    returning community_id as id`.execute(db)
  const wanted = [
    ...raised.flatMap((limit) =>
      rateLimits[limit].map((bucket) => ({ name: rateLimitSetting(limit, bucket), value: manyCalls })),
    ),
    // Everyone here is new and at one address, as in a wave of bots, whose posts would be held.
    { name: 'raiseBar', value: false },
  ]
  await db.transaction().execute((trx) => storeSettings(trx, checkSettings(wanted, {}), { by: null }))
  await noteScheduledJobs(db)
  return { writers, admin, moderator, listener, offenders, communityId: rows[0]?.id ?? '' }
}

/** Keeps which jobs schedules have enqueued: done jobs leave no trace. */
async function noteScheduledJobs(db: Database['db']): Promise<void> {
  await sql`create table scheduled_jobs (task_id integer, moment text)`.execute(db)
  await sql`
    create function note_scheduled_job() returns trigger language plpgsql as $$ begin
      insert into scheduled_jobs values (new.task_id, new.payload #>> '{_cron,ts}');
      return new;
    end $$`.execute(db)
  await sql`
    create trigger note_scheduled_job after insert on graphile_worker._private_jobs
    for each row when (new.payload::jsonb ? '_cron') execute function note_scheduled_job()`.execute(db)
}
