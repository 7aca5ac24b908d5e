import { useCallback, useEffect, useRef, useState } from 'react'
import type { QueueItem, QueueOthers, QueueReview } from '../../../contract/entities/queue.ts'
import { keyOfSubject, useLook } from '../../data/moderation/queue.ts'

/** Half of the time after which the server forgets who looks, so that one lost request is no matter. */
const repeatMs = 12_000
/** Whoever passes over an item does not look at it. */
const settleMs = 400

type Subject = Pick<QueueItem, 'type' | 'targetId'>

export interface Others {
  /** The names of those who have an item open. */
  readonly lookers: ReadonlyMap<string, readonly string[]>
  /** What they decided about an item. */
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
 * Says which item has the focus while the page is visible, and follows what other moderators do in the queue.
 *
 * @returns `look` is to be called with each item that gets the focus.
 */
export function useQueueOthers(): { others: Others; look: (subject: Subject) => void } {
  const send = useLook()
  const [others, setOthers] = useState(nobody)
  const open = useRef<Subject | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useCallback(
    (subject: Subject | null) => {
      // Whoever is offline sees nobody; the queue itself says what failed.
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
