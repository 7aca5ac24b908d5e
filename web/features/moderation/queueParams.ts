import { queueSorts, shownKinds } from '../../../contract/queueWords.ts'
import { reportFilters } from '../../../contract/words.ts'
import type { QueueParams } from '../../data/moderation/queue.ts'
import { parsePage } from './numberedPage.ts'

const oneOf = <T extends string>(words: readonly T[], text: string | null, byDefault: T): T =>
  words.find((word) => word === text) ?? byDefault

/**
 * The part of the queue that a URL selects; unknown values are ignored.
 *
 * @param options.isNumbered whether all that is reported is a list with page numbers.
 */
export function parseQueue(
  search: URLSearchParams,
  within: Pick<QueueParams, 'scope' | 'communityId'>,
  { isNumbered = false } = {},
): QueueParams {
  const kind = oneOf(shownKinds, search.get('kind'), 'reported')
  const isReported = kind === 'reported'
  const reason = search.get('reason') ?? ''
  return {
    ...within,
    kind,
    sort: isReported ? oneOf(queueSorts, search.get('sort'), 'newest') : 'newest',
    filter: oneOf(reportFilters, search.get('filter'), 'all'),
    reason: isReported && /^[1-9]\d{0,8}$/.test(reason) ? reason : '',
    rule: isReported ? (search.get('rule') ?? '') : '',
    from: search.get('next'),
    page: isNumbered && isReported && reason === '' && !search.get('rule') ? parsePage(search) : null,
  }
}

/**
 * The URL of a part of the queue, from its beginning and without default parameters.
 *
 * @param base path of the page, with the parameters that select the communities.
 */
export function pathOfQueue(
  base: string,
  params: Omit<QueueParams, 'from' | 'page' | 'scope' | 'communityId'>,
): string {
  const [path = '', own] = base.split('?')
  const search = new URLSearchParams(own)
  const isReported = params.kind === 'reported'
  if (!isReported) search.set('kind', params.kind)
  if (isReported && params.sort !== 'newest') search.set('sort', params.sort)
  if (params.filter !== 'all') search.set('filter', params.filter)
  if (isReported && params.reason !== '') search.set('reason', params.reason)
  if (isReported && params.rule !== '') search.set('rule', params.rule)
  return search.size > 0 ? `${path}?${search}` : path
}
