import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { useHidePost } from '../../data/hiding.ts'
import type { ShownPost } from '../../data/post.ts'
import { useNotifyPostFailure } from '../post/actions/useNotifyPostFailure.ts'
import styles from './HiddenPost.module.css'

interface HiddenPost {
  post: ShownPost
  /** The height in pixels of what stood here a moment ago; null when the post was hidden before. */
  cardHeightPx: number | null
}

/**
 * What stands in a feed in place of a post that the viewer just hid. It keeps the place open for a moment, so that what
 * follows does not jump under the pointer.
 */
export function HiddenPost({ post, cardHeightPx }: HiddenPost) {
  const changeHidden = useHidePost(post, useNotifyPostFailure())
  const undo = useRef<HTMLButtonElement>(null)
  const [heldHeightPx, setHeldHeightPx] = useState(cardHeightPx)
  useEffect(() => {
    if (cardHeightPx === null) return
    undo.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setHeldHeightPx(null), limits.hiddenPostHeightHeldMs)
    return () => clearTimeout(timer)
  }, [cardHeightPx])
  return (
    <Card className={styles.hidden} style={heldHeightPx === null ? undefined : { minHeight: heldHeightPx }}>
      <span>Hidden post</span>
      <Button
        ref={undo}
        small
        variant="soft"
        aria-label={`Undo hiding ${post.title}`}
        onClick={() => changeHidden('undo')}
      >
        Undo
      </Button>
    </Card>
  )
}
