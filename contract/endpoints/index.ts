import { accessEndpoints } from './access.ts'
import { accountEndpoints } from './accounts.ts'
import { adminEndpoints } from './admin.ts'
import { agreementEndpoints } from './agreements.ts'
import { alertEndpoints } from './alerts.ts'
import { appealEndpoints } from './appeals.ts'
import { automationEndpoints } from './automation.ts'
import { backupEndpoints } from './backups.ts'
import { banEndpoints } from './bans.ts'
import { blockedPictureEndpoints } from './blockedPictures.ts'
import { bulkActionEndpoints } from './bulkActions.ts'
import { commentLimitEndpoints } from './commentLimits.ts'
import { commentEndpoints } from './comments.ts'
import { communityEndpoints } from './communities.ts'
import { communityRequestEndpoints } from './communityRequests.ts'
import { draftEndpoints } from './drafts.ts'
import { editHistoryEndpoints } from './editHistory.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './endpoint.ts'
import { heldEndpoints } from './held.ts'
import { identityEndpoints } from './identity.ts'
import { imageEndpoints } from './images.ts'
import { ipBlockEndpoints } from './ipBlocks.ts'
import { lawEndpoints } from './law.ts'
import { listEndpoints } from './lists.ts'
import { memberHistoryEndpoints } from './memberHistory.ts'
import { memberEndpoints } from './members.ts'
import { moderationLogEndpoints } from './moderationLog.ts'
import { moderatorEndpoints } from './moderators.ts'
import { modmailEndpoints } from './modmail.ts'
import { mergeEndpoints, moveEndpoints } from './moves.ts'
import { muteEndpoints } from './mutes.ts'
import { noticeEndpoints } from './notices.ts'
import { notificationEndpoints } from './notifications.ts'
import { postEndpoints } from './posts.ts'
import { queueEndpoints } from './queue.ts'
import { removalEndpoints } from './removals.ts'
import { reportEndpoints } from './reports.ts'
import { ruleEndpoints } from './rules.ts'
import { searchEndpoints } from './search.ts'
import { siteEndpoints } from './site.ts'
import { statisticsEndpoints } from './statistics.ts'
import { systemEndpoints } from './system.ts'
import { trafficEndpoints } from './traffic.ts'
import { trustEndpoints } from './trust.ts'
import { userEndpoints } from './users.ts'
import { votePatternEndpoints } from './votePatterns.ts'
import { waveEndpoints } from './waves.ts'

/** Every call of the API by its name. */
export const endpoints = {
  ...siteEndpoints,
  ...accountEndpoints,
  ...accessEndpoints,
  ...agreementEndpoints,
  ...userEndpoints,
  ...communityEndpoints,
  ...ruleEndpoints,
  ...automationEndpoints,
  ...moderatorEndpoints,
  ...moveEndpoints,
  ...mergeEndpoints,
  ...postEndpoints,
  ...commentEndpoints,
  ...commentLimitEndpoints,
  ...draftEndpoints,
  ...editHistoryEndpoints,
  ...imageEndpoints,
  ...removalEndpoints,
  ...reportEndpoints,
  ...queueEndpoints,
  ...heldEndpoints,
  ...banEndpoints,
  ...alertEndpoints,
  ...appealEndpoints,
  ...noticeEndpoints,
  ...memberHistoryEndpoints,
  ...modmailEndpoints,
  ...moderationLogEndpoints,
  ...listEndpoints,
  ...muteEndpoints,
  ...trustEndpoints,
  ...notificationEndpoints,
  ...searchEndpoints,
  ...adminEndpoints,
  ...identityEndpoints,
  ...memberEndpoints,
  ...bulkActionEndpoints,
  ...waveEndpoints,
  ...trafficEndpoints,
  ...votePatternEndpoints,
  ...blockedPictureEndpoints,
  ...communityRequestEndpoints,
  ...ipBlockEndpoints,
  ...statisticsEndpoints,
  ...systemEndpoints,
  ...lawEndpoints,
  ...backupEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

type Given<K extends string, T> = T extends undefined ? unknown : { readonly [P in K]: T }
type GivenIfAny<K extends string, T> = T extends undefined ? unknown : { readonly [P in K]?: T }

/** The input of a call: the parts that the endpoint has; the query is optional. */
export type InputOf<N extends EndpointName> = Given<'params', ParamsOf<Endpoints[N]>> &
  GivenIfAny<'query', QueryOf<Endpoints[N]>> &
  Given<'body', BodyOf<Endpoints[N]>>

export type OutputOf<N extends EndpointName> = ResponseOf<Endpoints[N]>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Whether it can be sent twice without harm; true for calls that take an idempotency key. */
  readonly isRepeatable?: boolean
  /** It is sent even if the page is left meanwhile; not if it is longer than browsers allow then. */
  readonly outlivesPage?: boolean
}

/**
 * The API for the pages: over HTTP in a browser, by direct calls of the abilities on the server.
 *
 * @throws an error with `status`, `code` and `message` when the call is refused.
 */
export interface ApiClient {
  call<N extends EndpointName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<OutputOf<N>>
}
