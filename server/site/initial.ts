import { expressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Initial } from '../../contract/entities/initial.ts'
import { errors } from '../../contract/errors.ts'
import { awaitsFirstAdmin } from '../accounts/firstAdmin.ts'
import { sidebarCommunities } from '../communities/read.ts'
import { asForGuests, communityView } from '../communities/view.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'
import { Refused } from '../http/refused.ts'
import type { Secrets } from '../http/secrets.ts'
import type { Viewer } from '../http/viewer.ts'
import { ownLists } from '../lists/read.ts'
import { listView } from '../lists/view.ts'
import { sendsMail } from '../mail/send.ts'
import { mutesOf } from '../mutes/read.ts'
import { mutesView } from '../mutes/view.ts'
import { publicPushKey } from '../push/identity.ts'
import { accounts } from '../users/read.ts'
import { userView } from '../users/view.ts'

const nested = expressionBuilder<DB>()

/** Everything but the viewer, as columns without a table, so that they can join any query. */
const siteColumns = (viewer: Viewer | null) => [
  nested.selectFrom('site_settings').select('signups_disabled').$asScalar().$notNull().as('signupsDisabled'),
  nested.selectFrom('site_settings').select('user_count').$asScalar().$notNull().as('userCount'),
  awaitsFirstAdmin().as('awaitsFirstAdmin'),
  jsonArrayFrom(nested.selectFrom('report_reasons').select(['id', 'title', 'description']).orderBy('id')).as(
    'reportReasons',
  ),
  sidebarCommunities(viewer).as('communities'),
  ownLists(viewer).as('lists'),
  ...mutesOf(viewer),
]

/** What an application needs before it can show anything, in one query (API contract 2.17). */
export async function getInitial(
  { db, config, secrets }: { db: Db; config: Config; secrets: Secrets },
  viewer: Viewer | null,
): Promise<Initial> {
  const columns = siteColumns(viewer)
  const account =
    viewer &&
    (await accounts(db)
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
    bannedFrom: viewer && [...viewer.bannedFrom],
    moderates: viewer && [...viewer.moderates],
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
