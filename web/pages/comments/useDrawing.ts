import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { rememberedScroll } from '../../device/scrollMemory.ts'
import { type Shown, useShown } from '../../navigation.ts'

const everything = Number.POSITIVE_INFINITY

/**
 * How many comments of a discussion are drawn, in the order in which they are read: a few at once, the others in
 * batches, until all that are loaded are there. What is loaded later is drawn at once.
 *
 * The server renders them all, for readers without JavaScript, and so the first page of a visit has them all in the
 * document; its style sheet hides what is not to be drawn yet. Nothing stands below that could be pushed away.
 *
 * @param total how many are loaded.
 * @param least so many are drawn at once in any case.
 */
export function useDrawing(total: number, least: number) {
  const { arrival, key } = useShown()
  const [isWhole] = useState(arrival === 'first')
  const frame = useRef<HTMLDivElement>(null)
  const [rooms, setRooms] = useState(() => firstRooms({ total, least, arrival }))
  const { room, phoneRoom } = rooms

  useLayoutEffect(() => {
    if (!isWhole) return
    if (rememberedScroll(key) > 0) {
      // The window is about to be scrolled to where it was, so all has to be there at once, before the next render.
      frame.current?.removeAttribute('data-drawing')
      setRooms({ room: everything, phoneRoom: everything })
    } else setRooms(({ room, phoneRoom }) => same(isPhone() ? phoneRoom : room))
  }, [isWhole, key])

  const isComplete = room >= total && phoneRoom >= total
  useEffect(() => {
    if (room === everything) return
    if (isComplete) return setRooms(same(everything))
    const device = isPhone() ? 'phone' : 'desktop'
    const timer = setTimeout(
      () => startTransition(() => setRooms(same(room + limits.commentsDrawnInBatch[device]))),
      limits.commentBatchDelayMs[device],
    )
    return () => clearTimeout(timer)
  }, [room, isComplete])

  return { room, phoneRoom, isWhole, isComplete, frame }
}

function firstRooms(page: { total: number; least: number; arrival: Shown['arrival'] }) {
  const of = (device: 'desktop' | 'phone') => Math.max(limits.commentsDrawnFirst[device], page.least)
  // Who comes back finds the place where they were.
  if (page.arrival === 'back' || page.total <= of('phone')) return same(everything)
  if (page.arrival === 'forth') return same(of(isPhone() ? 'phone' : 'desktop'))
  return { room: of('desktop'), phoneRoom: of('phone') }
}

const same = (room: number) => ({ room, phoneRoom: room })

const isPhone = () => matchMedia(`(max-width: ${limits.phoneMaxWidthPx}px)`).matches
