import { fieldsOf } from '../../../contract/objects.ts'
import type { SiteLogo } from '../../../contract/pages.ts'
import type { StoredSettings } from './effective.ts'

/** The logo is stored like a setting, under a name that no setting has, and changed by an upload only. */
export const logoName = 'logo'

/** The picture: the parts of its URL, and its size. */
export interface StoredLogo {
  readonly id: string
  readonly secret: string
  readonly width: number
  readonly height: number
}

/** Another version of the program may have stored another format. */
export function storedLogo(stored: StoredSettings): StoredLogo | null {
  const { id, secret, width, height } = fieldsOf(stored[logoName])
  const isKnown = typeof id === 'string' && typeof secret === 'string' && Boolean(width) && Boolean(height)
  return isKnown ? { id, secret, width: Number(width), height: Number(height) } : null
}

export const logoView = ({ id, secret, width, height }: StoredLogo): SiteLogo => ({
  path: `/site-icon/${id}-${secret}/`,
  width,
  height,
})
