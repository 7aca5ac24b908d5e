import { isOneBlocked } from '../images/blockedPictures.ts'
import type { Check } from './written.ts'

/** Holds what shows an image that looks like a blocked one, where the site does not refuse its upload; only admins approve it. Of an edit counts only what it adds. */
export const blockedImages: Check = async ({ db, settings, content, before }) => {
  if (settings.blockedPictures !== 'hold') return null
  const added = content.imageIds.filter((id) => !before?.imageIds.includes(id))
  if (added.length === 0) return null
  return (await isOneBlocked(db, added, { distance: settings.pictureDistance }))
    ? { hold: { reason: 'image' } }
    : null
}
