import { sql } from 'kysely'
import type { Community } from '../../contract/entities/community.ts'
import { errors, withName } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import { type Db, isUniqueViolation } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { type Act, recording } from '../moderation/log.ts'
import { aboutColumns } from './about.ts'
import { communityNameRefusal } from './names.ts'
import { creationRefusal } from './policy.ts'
import { type CommunityRow, communityColumns, communityView } from './view.ts'

/** Creates a community whose creator is its first member and its highest moderator. */
export async function createCommunity(
  { db, config }: { db: Db; config: Config },
  creator: Viewer,
  wanted: { name: string; about: string },
): Promise<Community> {
  const name = wanted.name.trim()
  enforce(communityNameRefusal(name))
  enforce(creationRefusal(creator, config))
  const community = await insertCommunity(db, creator, {
    name,
    creator_id: creator.id,
    ...aboutColumns(wanted.about, config.siteUrl?.host),
    member_count: 1,
  }).catch((error) => {
    throw isUniqueViolation(error) ? new Refused(withName(errors.communityExists, name)) : error
  })
  return communityView(community, { userJoined: true, userMod: true })
}

interface NewCommunity {
  name: string
  creator_id: string
  about: string | null
  about_html: string | null
  about_renderer: number | null
  member_count: number
}

function insertCommunity(db: Db, creator: Viewer, community: NewCommunity): Promise<CommunityRow> {
  const creation: Act = {
    action: 'create_community',
    actor: creator,
    actedAs: creator.isAdmin ? 'admins' : 'mods',
    communityId: sql.ref<string>('communities.id'),
  }
  return db
    .with('communities', (q) => q.insertInto('communities').values(community).returningAll())
    .with('joined', (q) =>
      q
        .insertInto('memberships')
        .columns(['user_id', 'community_id'])
        .expression((eb) => eb.selectFrom('communities').select(['creator_id', 'id'])),
    )
    .with('appointed', (q) =>
      q
        .insertInto('moderators')
        .columns(['user_id', 'community_id', 'position'])
        .expression((eb) =>
          eb.selectFrom('communities').select(['creator_id', 'id', sql.lit(0).as('position')]),
        ),
    )
    .with('recorded', () => sql<object>`(${recording(creation, { from: 'communities' })})`)
    .selectFrom('communities')
    .select(communityColumns)
    .executeTakeFirstOrThrow()
}
