import { t } from '../../../contract/texts/t.ts'
import { heldItemsQuery } from '../../data/moderation/held.ts'
import { queueCountsQuery, queueQuery } from '../../data/moderation/queue.ts'
import { Queue } from '../../features/moderation/Queue.tsx'
import { parseQueue } from '../../features/moderation/queueParams.ts'
import { useShownPage } from '../../router/page.ts'
import type { ScreenContext, ScreenProps } from './screen.ts'

const parseReports = (search: URLSearchParams, communityId: string) =>
  parseQueue(search, { scope: 'moderating', communityId }, { isNumbered: true })

export async function prepareReports({ community, search, load, loadPages }: ScreenContext): Promise<void> {
  const params = parseReports(search, community.id)
  if (params.kind === 'waiting')
    await Promise.all([loadPages(heldItemsQuery(params)), load(queueCountsQuery(params))])
  else await loadPages(queueQuery(params))
}

/** The queue of one community. */
export function ReportsScreen({ community }: ScreenProps) {
  const { path, search } = useShownPage()
  return (
    <section aria-label={t('Reports')}>
      <Queue params={parseReports(new URLSearchParams(search), community.id)} base={path} />
    </section>
  )
}
