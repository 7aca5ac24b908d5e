import { remember, remembered } from './remembered.ts'

const countKey = 'visits'
const countedKey = 'visit counted'

/** How many visits of this device there were, with this one. A visit lasts as long as its window. */
export function visitNumber(): number {
  const before = Number(remembered(countKey)) || 0
  try {
    if (sessionStorage.getItem(countedKey) !== null) return before
    sessionStorage.setItem(countedKey, '')
  } catch {
    return before
  }
  remember(countKey, String(before + 1))
  return before + 1
}
