/** The action of a key in a field with a list of suggestions. */
export type ComboboxStep =
  | { readonly do: 'highlight'; readonly index: number }
  | { readonly do: 'choose'; readonly index: number; readonly staysInField: boolean }
  | { readonly do: 'open' }
  | { readonly do: 'close' }

/**
 * Arrows open the list and move through it cyclically; Enter chooses the highlighted suggestion, Tab does so too and
 * moves on, Escape closes the list.
 *
 * @param list.active index of the highlighted suggestion, or -1.
 * @returns null for keys without a special meaning.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function comboboxKey(
  key: string,
  list: { isOpen: boolean; count: number; active: number },
): ComboboxStep | null {
  const { isOpen, count, active } = list
  if (!isOpen) return key === 'ArrowDown' || key === 'ArrowUp' ? { do: 'open' } : null
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? null : { do: 'highlight', index: (active + 1) % count }
    case 'ArrowUp':
      return count === 0 ? null : { do: 'highlight', index: active <= 0 ? count - 1 : active - 1 }
    case 'Enter':
      return active >= 0 ? { do: 'choose', index: active, staysInField: true } : null
    case 'Tab':
      return active >= 0 ? { do: 'choose', index: active, staysInField: false } : { do: 'close' }
    case 'Escape':
      return { do: 'close' }
    default:
      return null
  }
}
