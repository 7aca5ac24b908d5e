import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Avatar } from '../media/Avatar.tsx'
import styles from './CompletionList.module.css'
import type { Completion, Sign } from './completion.ts'

interface CompletionListProps {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  sign: Sign
  names: readonly Completion[]
  active: number
  onChoose: (index: number) => void
}

/** The names that fit what is typed, below the line of the cursor; above it where they would be under a keyboard or bar. */
export function CompletionList({ id, area, sign, names, active, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState<number | null>(null)
  const count = names.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: more names make the list higher.
  useLayoutEffect(() => {
    const place = () => {
      if (area.current && list.current) setTop(topOfList(area.current, list.current.offsetHeight))
    }
    place()
    // The keyboard of a phone may come after the list.
    visualViewport?.addEventListener('resize', place)
    return () => visualViewport?.removeEventListener('resize', place)
  }, [area, count])
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={sign === '@' ? t('People') : t('Communities')}
        className={styles.list}
        style={{ top: top ?? '100%' }}
      >
        {names.map(({ name, picture, detail }, index) => (
          <button
            key={name}
            type="button"
            id={`${id}${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.option}
            // The focus stays in the text area, whose keys choose too.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <Avatar name={name} square={sign === '/'} size="small" src={picture} />
            <span className={styles.name}>{sign + name}</span>
            {detail && <span className={styles.detail}>{detail}</span>}
          </button>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {t('{count, plural, one {# suggestion.} other {# suggestions.}}', { count })}
      </p>
    </>
  )
}

/** Pixels between the line and the list. */
const gap = 4

/** Where a list of this height is not covered, from the top of the text area. */
function topOfList(area: HTMLTextAreaElement, height: number): number {
  const line = lineOfCursor(area)
  const below = Math.min(line.bottom + gap, area.offsetHeight)
  const above = line.top - gap - height
  const top = area.getBoundingClientRect().top
  return top + below + height > lowestVisible() && top + above > 0 ? above : below
}

/** The end of what is free of the keyboard of a phone, which covers the page, and of bars at the bottom. */
function lowestVisible(): number {
  const bars = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0
  const free = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
  return Math.min(free, innerHeight - bars)
}

/** The line that the cursor is in, from the top of the text area: measured in a copy, as browsers do not say it. */
function lineOfCursor(area: HTMLTextAreaElement): { top: number; bottom: number } {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const name of [
    'font',
    'letterSpacing',
    'padding',
    'border',
    'boxSizing',
    'lineHeight',
    'direction',
  ] as const)
    copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    width: `${area.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const mark = document.createElement('span')
  mark.textContent = '@'
  copy.append(area.value.slice(0, area.selectionStart), mark)
  document.body.append(copy)
  const top = mark.offsetTop - area.scrollTop
  const bottom = top + mark.offsetHeight
  copy.remove()
  return { top, bottom }
}
