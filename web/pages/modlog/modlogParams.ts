import { bareName } from '../../../contract/memberName.ts'
import { type ModerationAction, moderationActions } from '../../../contract/moderationActions.ts'

import type { LogQuery } from '../../data/moderation/moderationLog.ts'

/** The filters of the log, besides its community. */
export interface LogParams extends Pick<LogQuery, 'moderator' | 'from' | 'to' | 'next'> {
  readonly action: ModerationAction | ''
}

/** Parses the query of the log; unknown actions are ignored. */
export function parseModlog(search: URLSearchParams): LogParams {
  const action = search.get('action')
  return {
    action: moderationActions.find((known) => known === action) ?? '',
    moderator: bareName(search.get('moderator') ?? ''),
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
    next: search.get('next') ?? '',
  }
}

/** The path of a community's log, or, with an empty name, of the site's. */
export const pathOfModlog = (communityName: string): string =>
  communityName === '' ? '/modlog' : `/${communityName}/modlog`

/** The URL of a page of the log, without empty filters. */
export function pathOfModlogPage(communityName: string, logParams: LogParams): string {
  const given = Object.entries(logParams).filter(([, text]) => text !== '')
  const path = pathOfModlog(communityName)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Whether the log is filtered; a later page of all entries is not. */
export const isNarrowed = ({ next: _page, ...filters }: LogParams): boolean =>
  Object.values(filters).some((text) => text !== '')
