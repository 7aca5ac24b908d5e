import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Initial } from '../../../contract/entities/initial.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { awaitsFirstAdmin } from '../../core/accounts/firstAdmin.ts'
import { sidebarCommunities } from '../../core/communities/queries.ts'
import { asForGuests, communityView } from '../../core/communities/serialize.ts'
import { ownLists } from '../../core/lists/queries.ts'
import { listView } from '../../core/lists/serialize.ts'
import { muteColumns } from '../../core/mutes/columns.ts'
import { mutesView } from '../../core/mutes/serialize.ts'
import { publicPushKey } from '../../core/notifications/pushIdentity.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import { sendsMail } from '../../platform/mail/send.ts'

const nested = expressionBuilder<DB>()

/** Everything except the account, as scalar subqueries that can be added to any query. */
const siteColumns = (viewer: Viewer | null) => [
  nested.selectFrom('site_settings').select('signups_disabled').$asScalar().$notNull().as('signupsDisabled'),
  nested.selectFrom('site_settings').select('user_count').$asScalar().$notNull().as('userCount'),
  awaitsFirstAdmin().as('awaitsFirstAdmin'),
  jsonArrayFrom(nested.selectFrom('report_reasons').select(['id', 'title', 'description']).orderBy('id')).as(
    'reportReasons',
  ),
  sidebarCommunities(viewer).as('communities'),
  ownLists(viewer).as('lists'),
  ...muteColumns(viewer),
]

/** The answer of `getInitial`: everything that an application needs at its start, in one query. */
export async function getInitial(
  { db, config, secrets }: { db: Db; config: Config; secrets: Secrets },
  viewer: Viewer | null,
): Promise<Initial> {
  const columns = siteColumns(viewer)
  const account =
    viewer &&
    (await selectAccounts(db)
      .where('author.id', '=', viewer.id)
      .select(columns)
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound)))
  const site = account ?? (await db.selectNoFrom(columns).executeTakeFirstOrThrow())
  return {
    signupsDisabled: site.signupsDisabled,
    reportReasons: site.reportReasons,
    user: account && userView(account, viewer),
    lists: site.lists.map(listView),
    communities: site.communities.map((community) =>
      communityView(community, { ...asForGuests, isMuted: community.isMuted }),
    ),
    noUsers: site.userCount,
    bannedFrom: viewer && [...viewer.bannedFrom].slice(0, limits.communityIdsShown),
    moderates: viewer && [...viewer.moderates].slice(0, limits.communityIdsShown),
    vapidPublicKey: publicPushKey(config, secrets),
    mail: sendsMail(config),
    mutes: mutesView(site),
    imagePostSubmitReqPoints: config.mediaPostPoints,
    linkPostSubmitReqPoints: config.mediaPostPoints,
    imagesPerPost: config.imagePosts ? config.imagesPerPost : 0,
    defaultFeedSort: config.defaultFeedSort,
    captcha: config.captcha,
    hcaptchaSiteKey: config.hcaptchaSiteKey,
    communityCreationOpen: config.communityCreation === 'members',
    awaitsFirstAdmin: site.awaitsFirstAdmin,
  }
}
