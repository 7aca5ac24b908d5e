import { limits } from '../../../contract/limits.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'

/** Trims and shortens a display name to what is stored; undefined when nothing is left. */
export const parseDisplayName = (text: string | null | undefined): string | undefined =>
  parseTitle(text ?? '', limits.listDisplayNameMaxLength) || undefined

/** Trims and shortens a description to what is stored; null when nothing is left. */
export const parseDescription = (text: string | null | undefined): string | null =>
  parseText(text ?? '', limits.listDescriptionMaxLength) || null
