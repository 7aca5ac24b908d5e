import { useEffect, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useHidePost } from '../../data/posts/hiding.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useNotifyPostFailure } from '../postActions/useNotifyPostFailure.ts'
import styles from './HiddenPost.module.css'

/** How long the placeholder keeps the height of the post. */
const hiddenPostHeightHeldMs = 600

interface HiddenPostProps {
  post: ShownPost
  /** The height of the card that was hidden just now, in pixels; null when the post was hidden before. */
  cardHeightPx: number | null
}

/**
 * The placeholder of a hidden post in a feed. It keeps the height of the post for a moment, so that the next items do not
 * move under the pointer.
 */
export function HiddenPost({ post, cardHeightPx }: HiddenPostProps) {
  const changeHidden = useHidePost(post, useNotifyPostFailure())
  const undo = useRef<HTMLButtonElement>(null)
  const [heldHeightPx, setHeldHeightPx] = useState(cardHeightPx)
  useEffect(() => {
    if (cardHeightPx === null) return
    undo.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setHeldHeightPx(null), hiddenPostHeightHeldMs)
    return () => clearTimeout(timer)
  }, [cardHeightPx])
  return (
    <Card className={styles.hidden} style={heldHeightPx === null ? undefined : { minHeight: heldHeightPx }}>
      <span>{t('Hidden post')}</span>
      <Button
        ref={undo}
        small
        variant="soft"
        aria-label={t('Undo hiding “{title}”', { title: post.title })}
        onClick={() => changeHidden('undo')}
      >
        {t('Undo')}
      </Button>
    </Card>
  )
}
