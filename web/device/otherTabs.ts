import { forget, remember, remembered } from './remembered.ts'

const key = 'viewer'

/**
 * Shows the other tabs of this browser who is logged in here, and looks at who that is in the tab that was loaded last.
 *
 * @param id of the member; empty for guests.
 * @param onOther is called when it is someone else there, also when this page comes back from the browser's cache of pages.
 * @returns a function that ends it.
 */
export function watchOtherTabs(id: string, onOther: () => void): () => void {
  if (id) remember(key, id)
  else forget(key)
  const compare = () => (remembered(key) ?? '') !== id && onOther()
  addEventListener('storage', compare)
  addEventListener('pageshow', compare)
  return () => {
    removeEventListener('storage', compare)
    removeEventListener('pageshow', compare)
  }
}
