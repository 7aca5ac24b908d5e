import { sentNoticeQuery } from '../../data/moderation/notices.ts'
import type { PageContext } from '../../router/route.ts'

/** Loads the notice of a secret link, or of the member who sent it. */
export async function prepareSentNotice({ params, search, load }: PageContext<'number'>): Promise<undefined> {
  await load(sentNoticeQuery(params.number, search.get('key')))
  return undefined
}
