import { limits } from '../../contract/limits.ts'
import { cut } from '../http/text.ts'

/** A display name as it is stored, or undefined where there is none. */
export const readDisplayName = (text: string | null | undefined): string | undefined =>
  cut(text?.trim() ?? '', limits.listDisplayNameMaxLength) || undefined

/** A description as it is stored; an empty one is none. */
export const readDescription = (text: string | null | undefined): string | null =>
  cut(text?.trim() ?? '', limits.listDescriptionMaxLength) || null
