import type { ModerationAct } from '../../../contract/moderationActs.ts'
import type { LogQuery } from '../../data/moderation/moderationLog.ts'
import { actLabels } from './wordings.ts'

/** What a page of the log is narrowed to, besides its community. */
export interface LogParams extends Pick<LogQuery, 'moderator' | 'next'> {
  readonly action: ModerationAct | ''
}

/** Reads the query of a page of the log; an act that does not exist narrows nothing. */
export function parseModlog(search: URLSearchParams): LogParams {
  const action = search.get('action') ?? ''
  return {
    action: Object.hasOwn(actLabels, action) ? (action as ModerationAct) : '',
    moderator: (search.get('moderator') ?? '').trim().replace(/^@/, ''),
    next: search.get('next') ?? '',
  }
}

/** Where the log of a community is, or, with an empty name, that of the site. */
export const pathOfModlog = (communityName: string): string =>
  communityName === '' ? '/modlog' : `/${communityName}/modlog`

/** The address of a page of the log; what narrows nothing is left out. */
export function pathOfModlogPage(communityName: string, logParams: LogParams): string {
  const given = Object.entries(logParams).filter(([, text]) => text !== '')
  const path = pathOfModlog(communityName)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
