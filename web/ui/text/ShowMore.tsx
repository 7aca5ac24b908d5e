import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../contract/texts/t.ts'
import { classNames } from '../classNames.ts'
import { observeNearViewport } from './observeNearViewport.ts'
import styles from './ShowMore.module.css'

export type Collapse = 'communityAbout' | 'profileAbout' | 'comment' | 'queue' | 'other'

interface ShowMoreProps {
  children: ReactNode
  /** Selects the height; the style sheet has the pixels. */
  collapse?: Collapse
}

/**
 * Cuts long content at a fixed height, with a button that expands it. The server cannot know how high content will be,
 * so it sends everything cut; the button covers the fade and shifts nothing when it appears. Without JavaScript nothing
 * is cut.
 */
export function ShowMore({ children, collapse = 'other' }: ShowMoreProps) {
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const [isExpanded, setIsExpanded] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const element = content.current
    const box = element?.parentElement
    if (!element || !box || isExpanded) return
    // Also when pictures load or the window narrows.
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > box.clientHeight + 1))
    const leave = observeNearViewport(box, (isNear) => {
      if (isNear) observer.observe(element)
      else observer.disconnect()
    })
    // The focus may reach a link below the cut.
    const uncover = ({ target }: FocusEvent) => {
      if (target instanceof Element && isBelow(target, box)) setIsExpanded(true)
    }
    box.addEventListener('focusin', uncover)
    return () => {
      leave()
      observer.disconnect()
      box.removeEventListener('focusin', uncover)
    }
  }, [isExpanded])
  const toggle = () => {
    flushSync(() => setIsExpanded(!isExpanded))
    // Content that was collapsed again must not end up above the viewport.
    if (isExpanded) content.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div>
      <div
        className={classNames(
          styles.box,
          !isExpanded && styles[collapse],
          isCut && !isExpanded && styles.cut,
        )}
      >
        {/* Ids differ with the place in a page, and the server's markup is shared between pages. */}
        <div ref={content} id={isCut ? id : undefined}>
          {children}
        </div>
      </div>
      {isCut && (
        <button
          type="button"
          className={classNames(styles.button, !isExpanded && styles.over)}
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={toggle}
        >
          {isExpanded ? t('Show less') : t('Show more')}
        </button>
      )}
    </div>
  )
}

function isBelow(element: Element, box: Element): boolean {
  return box.scrollTop > 0 || element.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom
}
