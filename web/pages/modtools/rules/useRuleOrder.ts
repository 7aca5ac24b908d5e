import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { moved } from '../../../data/communities/rules.ts'

/** What the handle of a row needs to move it. */
export interface Handle {
  readonly isDragged: boolean
  /** Up or down by one. */
  onMove(by: -1 | 1): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onPointerDown(event: PointerEvent): void
}

interface RuleOrder {
  /** The order to show now. */
  readonly order: readonly number[]
  /** Ref for the element whose children are the rows. */
  readonly list: RefObject<HTMLOListElement | null>
  handle(id: number): Handle
  /** The new position of the moved row, for screen readers. */
  readonly said: string
}

/**
 * Reorders rows: with the arrow keys on their handles, which saves each step, or by dragging, which saves on the drop.
 *
 * @param known the ids in their saved order.
 */
export function useRuleOrder(known: readonly number[], save: (order: number[]) => void): RuleOrder {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: number; order: number[] } | null>(null)
  const [said, setSaid] = useState('')
  const order = drag?.order ?? known
  const keepFocus = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    // An element that is moved in the document loses the focus.
    keepFocus.current?.focus()
    keepFocus.current = null
  })
  const say = (index: number) =>
    setSaid(t('Rule {number, number} of {count, number}.', { number: index + 1, count: order.length }))
  const drop = useEffectEvent((dropped: number[], id: number) => {
    setDrag(null)
    if (dropped.every((one, index) => one === known[index])) return
    say(dropped.indexOf(id))
    save(dropped)
  })
  const id = drag?.id
  const latest = useRef<number[]>([])
  useLayoutEffect(() => {
    latest.current = drag?.order ?? []
  }, [drag])
  useEffect(() => {
    if (id === undefined) return
    const end = new AbortController()
    const options = { signal: end.signal }
    // Listens on the window, because an element that is moved in the document loses its pointer capture.
    const move = ({ clientY }: MouseEvent) => {
      const index = indexAt(clientY, list.current, latest.current.indexOf(id))
      setDrag((now) => now && { id, order: moved(now.order, id, index) })
    }
    addEventListener('pointermove', move, options)
    addEventListener('pointerup', () => drop(latest.current, id), options)
    addEventListener('pointercancel', () => setDrag(null), options)
    addEventListener('keydown', ({ key }) => key === 'Escape' && setDrag(null), options)
    return () => end.abort()
  }, [id])
  const step = (id: number, by: -1 | 1) => {
    const index = known.indexOf(id) + by
    if (index < 0 || index >= known.length) return
    say(index)
    save(moved(known, id, index))
  }
  return {
    order,
    list,
    said,
    handle: (id) => ({
      isDragged: drag?.id === id,
      onMove: (by) => step(id, by),
      onKeyDown(event) {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        keepFocus.current = event.currentTarget
        step(id, event.key === 'ArrowUp' ? -1 : 1)
      },
      onPointerDown(event) {
        if (event.button !== 0) return
        setDrag({ id, order: [...known] })
      },
    }),
  }
}

/**
 * The index of a dragged row: after all others whose middle is above the pointer.
 *
 * @param y in the window.
 * @param own current index of the dragged row.
 */
function indexAt(y: number, list: HTMLElement | null, own: number): number {
  const others = [...(list?.children ?? [])].filter((_row, index) => index !== own)
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
