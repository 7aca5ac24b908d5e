import type { Community } from '../../../contract/entities/community.ts'
import type { PageContext } from '../../router/route.ts'

export interface ScreenProps {
  readonly community: Community
}

/** What a screen may look at while it says what it needs; its community is loaded. */
export type ScreenContext = PageContext & ScreenProps
