import type { SiteLogo } from '../../../contract/pages.ts'
import { type ImageKey, imageFolder } from '../images/paths.ts'
import type { IconShape } from '../images/picture.ts'
import type { Size } from '../images/sizes.ts'
import type { StoredSettings } from './effective.ts'

/** The logo is kept beside the settings, under a name that no setting has, and changed by an upload only. */
export const logoName = 'logo'

export type StoredLogo = ImageKey & Size

/** Another version of the program may have stored something else. */
export function storedLogo(stored: StoredSettings): StoredLogo | null {
  const { id, secret, width, height } = (stored[logoName] ?? {}) as Partial<StoredLogo>
  const isKnown = typeof id === 'string' && typeof secret === 'string' && Boolean(width) && Boolean(height)
  return isKnown ? { id, secret, width: Number(width), height: Number(height) } : null
}

export const logoView = ({ id, secret, width, height }: StoredLogo): SiteLogo => ({
  path: `/site-icon/${id}-${secret}/`,
  width,
  height,
})

/** The icons by their names; those of the same name that come with the program have the same size. */
export const iconShapes = {
  // Twice the size of the bar at the top, for sharp screens.
  'logo.png': { width: 320, height: 64 },
  'favicon.png': { width: 96, height: 96, share: 1 },
  'icon-192.png': { width: 192, height: 192, share: 0.92 },
  'icon-512.png': { width: 512, height: 512, share: 0.92 },
  // Maskable: systems crop it to their own shape, and always show the inner four fifths.
  'icon-maskable-512.png': { width: 512, height: 512, share: 0.56, ground: 'white' },
  'apple-touch-icon.png': { width: 180, height: 180, share: 0.8, ground: 'white' },
} as const satisfies Record<string, IconShape>

export const iconFile = (logo: ImageKey, icon: keyof typeof iconShapes) => ({
  folder: imageFolder(logo),
  name: icon,
})
