import { appealsQuery, parseAppeals } from '../../data/moderation/appeals.ts'
import { AppealQueue } from '../../features/moderation/AppealQueue.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

export const prepareAppeals = ({ community, search, loadPages }: ScreenContext) =>
  loadPages(appealsQuery({ of: { communityId: community.id }, ...parseAppeals(search) }))

/** The appeals in the community. */
export const AppealsScreen = ({ community }: ScreenProps) => (
  <AppealQueue of={{ communityId: community.id }} />
)
