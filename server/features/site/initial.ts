import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { banForbids } from '../../../contract/bans.ts'
import type { OwnBan } from '../../../contract/entities/ban.ts'
import type { Initial } from '../../../contract/entities/initial.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { needsEmail, wantsConfirmedEmail } from '../../core/access/policy.ts'
import { awaitsFirstAdmin } from '../../core/accounts/firstAdmin.ts'
import { welcomeHtml } from '../../core/api/site.ts'
import { countWaiting } from '../../core/applications/queries.ts'
import { lastBackupFailed } from '../../core/backups/lastFailed.ts'
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
import type { SharedRead, SharedReads } from '../../platform/cache/sharedReads.ts'
import { compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import { sendsMail } from '../../platform/mail/send.ts'

const nested = expressionBuilder<DB>()

/** The shared part. */
interface SharedSite extends SharedRead {
  readonly userCount: number
  readonly awaitsFirstAdmin: boolean
  readonly hasCommunities: boolean
  readonly isChecklistDismissed: boolean
  readonly reportReasons: Initial['reportReasons']
}

async function readSite(db: Db): Promise<SharedSite> {
  const { readAt, ...site } = await db
    .selectNoFrom([
      nested.selectFrom('site_settings').select('user_count').$asScalar().$notNull().as('userCount'),
      awaitsFirstAdmin().as('awaitsFirstAdmin'),
      sql<boolean>`exists (select from communities where deleted_at is null)`.as('hasCommunities'),
      sql<boolean>`(select 'dismissed' = any(checklist) from site_settings)`.as('isChecklistDismissed'),
      jsonArrayFrom(
        nested
          .selectFrom('report_reasons')
          .where('is_hidden', '=', false)
          .select(['id', 'title', 'description'])
          .orderBy('position')
          .orderBy('id'),
      ).as('reportReasons'),
      sql<string>`(extract(epoch from statement_timestamp()) * 1000000)::bigint`.as('readAt'),
    ])
    .executeTakeFirstOrThrow()
  return { ...site, readAt: Number(readAt), bytes: 1000 }
}

/** Viewer state besides the account. */
const viewerColumns = (viewer: { id: string } | null) => [
  sidebarCommunities(viewer).as('communities'),
  ownLists(viewer).as('lists'),
  ...muteColumns(viewer),
]

const readForGuests = (db: Db) => db.selectNoFrom(viewerColumns(null)).executeTakeFirstOrThrow()

const readForMember = compiledOnce((db, id) =>
  selectAccounts(db)
    .where('author.id', '=', id)
    .select(viewerColumns({ id }))
    .select(sql<OwnBan[]>`bans_of(author.id, ${limits.ownBansShown})`.as('bans'))
    .select([
      sql<number | null>`case when author.is_admin then ${countWaiting()} end`.as('applicationsWaiting'),
      sql<boolean | null>`case when author.is_admin then ${lastBackupFailed} end`.as('backupFailed'),
    ]),
)

const forbiddenCommunities = ({ bans }: Viewer) =>
  bans.flatMap(({ communityId, kind }) =>
    communityId !== null && banForbids(kind, 'voting') ? [communityId] : [],
  )

/** The answer of `getInitial`: everything that an application needs at its start; at most one query besides the shared part. */
export async function getInitial(
  {
    db,
    reads,
    config,
    settings,
    secrets,
  }: { db: Db; reads: SharedReads; config: Config; settings: SettingValues; secrets: Secrets },
  viewer: Viewer | null,
): Promise<Initial> {
  const [site, account, guest] = await Promise.all([
    reads.get('site', {
      freshFrom: viewer?.freshFrom ?? Number.POSITIVE_INFINITY,
      read: () => readSite(db),
    }),
    viewer && readForMember(db, viewer.id).then(([row]) => row),
    viewer ? null : readForGuests(db),
  ])
  const own = account ?? guest
  if (!own) throw new Refused(errors.userNotFound)
  const isShut = settings.privateForum && !viewer
  return {
    signupsDisabled: settings.joining === 'closed',
    // Copies, because serializing an answer changes it.
    reportReasons: site.reportReasons.map((reason) => ({ ...reason })),
    user: account ? userView(account, viewer) : null,
    lists: own.lists.map(listView),
    communities: (isShut ? [] : own.communities).map((community) =>
      communityView(community, { ...asForGuests, isMuted: community.isMuted }),
    ),
    noUsers: isShut ? 0 : site.userCount,
    bannedFrom: viewer && forbiddenCommunities(viewer).slice(0, limits.communityIdsShown),
    bans: account?.bans ?? null,
    moderates: viewer && [...viewer.moderates].slice(0, limits.communityIdsShown),
    vapidPublicKey: publicPushKey({ config, settings }, secrets),
    mail: sendsMail(config),
    mutes: mutesView(own),
    imagePostSubmitReqPoints: settings.mediaPostPoints,
    linkPostSubmitReqPoints: settings.mediaPostPoints,
    imagesPerPost: settings.imagePosts ? settings.imagesPerPost : 0,
    uploadMaxMib: settings.uploadMaxMib,
    defaultFeedSort: settings.defaultFeedSort,
    captcha: config.captcha,
    hcaptchaSiteKey: config.hcaptchaSiteKey,
    communityCreationOpen: settings.communityCreation === 'members',
    awaitsFirstAdmin: site.awaitsFirstAdmin,
    welcome: viewer || isShut ? '' : welcomeHtml(settings, config),
    joining: settings.joining,
    approvalQuestions: settings.joining === 'approval' ? [...settings.approvalQuestions] : [],
    emailNeeded: needsEmail(settings),
    confirmedEmailToPost: wantsConfirmedEmail(settings, config),
    membersMayInvite: settings.membersMayInvite,
    privateForum: settings.privateForum,
    ...(typeof account?.applicationsWaiting === 'number' && {
      applicationsWaiting: account.applicationsWaiting,
    }),
    ...(account?.backupFailed && { backupFailed: true }),
    hasCommunities: site.hasCommunities,
    showsChecklist: viewer?.isAdmin === true && !site.isChecklistDismissed,
  }
}
