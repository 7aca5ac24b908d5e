import { shortcutOf } from '../keys.ts'
import type { MarkdownTool } from './markdownTools.ts'

interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * The tool of a key, as on other sites. Those with Shift also by their place, because layouts differ in the character there;
 * where it is a letter, as on Dvorak, the key is another shortcut of the browser.
 */
export function toolOfKey(press: Press): MarkdownTool | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (ctrlKey === metaKey || altKey) return null
  if (!shiftKey) return toolKeys[shortcutOf(press) ?? ''] ?? null
  if (key === '>' || (code === 'Period' && !isLatin(key))) return 'quote'
  return key === '*' || (code === 'Digit8' && !isLatin(key)) ? 'list' : null
}

const isLatin = (key: string) => /^[a-z]$/i.test(key)

const toolKeys: Readonly<Record<string, MarkdownTool>> = { b: 'bold', i: 'italic', k: 'link', e: 'code' }
