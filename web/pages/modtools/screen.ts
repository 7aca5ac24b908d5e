import type { Community } from '../../../contract/entities/community.ts'
import type { PageContext } from '../../router/route.ts'

export interface ScreenProps {
  readonly community: Community
}

/** What a screen gets to prepare its data; the community is already loaded. */
export type ScreenContext = PageContext & ScreenProps
