import { useCallback, useEffect, useRef, useState } from 'react'
import type { QueueItem, QueueOthers, QueueReview } from '../../../contract/entities/queue.ts'
import { keyOfSubject, useLook } from '../../data/moderation/queue.ts'

/** Half of the server's timeout, so that one lost request does not matter. */
const repeatMs = 12_000
/** Delay, because moving past an item does not count as opening it. */
const settleMs = 400

type Subject = Pick<QueueItem, 'type' | 'targetId'>

export interface Others {
  /** The names of moderators who have an item open. */
  readonly lookers: ReadonlyMap<string, readonly string[]>
  /** Their decision about an item. */
  readonly decisions: ReadonlyMap<string, QueueReview>
}

const nobody: Others = { lookers: new Map(), decisions: new Map() }

function othersOf({ lookers, decisions }: QueueOthers): Others {
  const names = new Map<string, string[]>()
  for (const { username, ...subject } of lookers)
    names.set(keyOfSubject(subject), [...(names.get(keyOfSubject(subject)) ?? []), username])
  return { lookers: names, decisions: new Map(decisions.map((one) => [keyOfSubject(one), one])) }
}

/**
 * Signals which item has the focus while the page is visible, and polls what other moderators do in the queue.
 *
 * @returns `look`, to call with each item that gets the focus.
 */
export function useQueueOthers(): { others: Others; look: (subject: Subject) => void } {
  const send = useLook()
  const [others, setOthers] = useState(nobody)
  const open = useRef<Subject | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useCallback(
    (subject: Subject | null) => {
      // Ignored offline; the queue itself shows failures.
      send(subject ? { type: subject.type, targetId: subject.targetId } : {}).then(
        (answer) => setOthers(othersOf(answer)),
        () => {},
      )
    },
    [send],
  )
  const look = useCallback(
    ({ type, targetId }: Subject) => {
      if (open.current && keyOfSubject(open.current) === keyOfSubject({ type, targetId })) return
      open.current = { type, targetId }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => tell(open.current), settleMs)
    },
    [tell],
  )
  useEffect(() => {
    tell(null)
    const repeat = setInterval(() => {
      if (document.visibilityState === 'visible') tell(open.current)
    }, repeatMs)
    return () => {
      clearInterval(repeat)
      clearTimeout(timer.current)
      if (open.current) send({}).catch(() => {})
      open.current = null
    }
  }, [send, tell])
  return { others, look }
}
