/** What a key does in a field with a list of suggestions under it. */
export type ComboboxStep =
  | { readonly do: 'highlight'; readonly index: number }
  | { readonly do: 'choose'; readonly index: number; readonly staysInField: boolean }
  | { readonly do: 'open' }
  | { readonly do: 'close' }

/**
 * The list opens with an arrow and the arrows go round in it; Enter takes what is highlighted, Tab takes it too and
 * goes on to the next field, Escape closes the list.
 *
 * @param list.active index of the highlighted suggestion, or -1.
 * @returns null for keys that mean nothing special here.
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
