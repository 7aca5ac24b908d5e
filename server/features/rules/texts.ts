import { limits } from '../../../contract/limits.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'

/** The text of a rule as it is stored: without spaces around it, at most 512 characters. */
export const parseRuleText = (text: string): string => parseTitle(text, limits.ruleMaxLength).trim()

/** A text of several lines, as it is stored; null when nothing is left. */
export const parseRuleDescription = (text: string | null | undefined): string | null =>
  parseText(text ?? '', limits.ruleMaxLength) || null
