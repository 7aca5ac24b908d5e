import { forget, remember, remembered } from './remembered.ts'

const storageKey = 'recent_searches'
const keptMax = 8
const lengthMax = 200

/** Recent searches on this device, the latest first. */
export function recentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(remembered(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, keptMax) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const searched = text.trim().slice(0, lengthMax)
  if (searched !== '') store([searched, ...recentSearches().filter((other) => other !== searched)])
}

export const forgetSearch = (text: string): void => store(recentSearches().filter((other) => other !== text))

/** Also called when someone logs out, because others may use the device. */
export const forgetSearches = (): void => forget(storageKey)

const store = (texts: readonly string[]) => remember(storageKey, JSON.stringify(texts.slice(0, keptMax)))
