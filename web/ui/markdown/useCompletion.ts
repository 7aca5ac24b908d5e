import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { comboboxKey } from '../forms/comboboxKey.ts'
import { useDebounced } from '../useDebounced.ts'
import {
  type Completion,
  type CompletionSource,
  completions,
  type Unfinished,
  unfinishedName,
} from './completion.ts'
import { applyEdit } from './replaceText.ts'

/** Completes names that are typed in a text area after `@` or `/`. */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  source: CompletionSource | undefined,
) {
  const id = useId()
  const [typed, setTyped] = useState<Unfinished | null>(null)
  const [found, setFound] = useState<{ for: string; names: readonly Completion[] }>({ for: '', names: [] })
  const [active, setActive] = useState(0)
  const dismissedAt = useRef<number | null>(null)
  const query = typed ? typed.sign + typed.prefix : ''
  const debounced = useDebounced(query)
  const names =
    typed && source
      ? completions(typed.prefix, source.known(typed.sign), found.for[0] === typed.sign ? found.names : [])
      : []

  useEffect(() => {
    // One letter matches too many names.
    if (!source || debounced.length < 2) return
    let isCurrent = true
    const [sign = '@', prefix = ''] = [debounced[0] as Unfinished['sign'], debounced.slice(1)]
    source.find(sign, prefix).then(
      (names) => isCurrent && setFound({ for: debounced, names }),
      // Known names stay.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [debounced, source])

  const look = () => {
    const element = area.current
    if (!element || !source) return
    const { value, selectionStart, selectionEnd } = element
    const next = selectionStart === selectionEnd ? unfinishedName(value, selectionStart) : null
    if (next?.from !== typed?.from || next?.prefix !== typed?.prefix) setActive(0)
    if (next === null) dismissedAt.current = null
    setTyped(next?.from === dismissedAt.current ? null : next)
  }
  const close = () => {
    dismissedAt.current = typed?.from ?? null
    setTyped(null)
  }
  const choose = (index: number) => {
    const element = area.current
    const name = names[index]?.name
    if (!element || !typed || name === undefined) return
    const to = typed.from + 1 + typed.prefix.length
    const space = /^\s/.test(element.value.slice(to)) ? '' : ' '
    const end = typed.from + 1 + name.length + 1
    setTyped(null)
    applyEdit(element, { from: typed.from + 1, to, insert: name + space, start: end, end })
  }

  return {
    id,
    names,
    active,
    sign: typed?.sign ?? '@',
    look,
    close,
    choose,
    /** @returns whether the key belonged to the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (names.length === 0 || event.ctrlKey || event.metaKey) return false
      const step = comboboxKey(event.key, { isOpen: true, count: names.length, active })
      if (!step || step.do === 'open') return false
      event.preventDefault()
      // Not for the dialog or form around it.
      event.stopPropagation()
      if (step.do === 'highlight') setActive(step.index)
      else if (step.do === 'choose') choose(step.index)
      else close()
      return true
    },
    /** Attributes of the text area, which may not have the role of a combobox. */
    attributes: source && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': names.length > 0 ? id : undefined,
      'aria-activedescendant': names.length > 0 ? `${id}${active}` : undefined,
    },
  }
}
