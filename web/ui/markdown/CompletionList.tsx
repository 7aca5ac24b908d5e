import { type RefObject, useLayoutEffect, useState } from 'react'
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

/** The names that match the typed text, below the line of the cursor. */
export function CompletionList({ id, area, sign, names, active, onChoose }: CompletionListProps) {
  const [top, setTop] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (area.current) setTop(bottomOfLine(area.current))
  }, [area])
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={sign === '@' ? 'People' : 'Communities'}
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
        {names.length === 1 ? '1 suggestion.' : `${names.length} suggestions.`}
      </p>
    </>
  )
}

/** The bottom of the line that the cursor is in, from the top of the text area: measured in a copy, because browsers do not expose it. */
function bottomOfLine(area: HTMLTextAreaElement): number {
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
  const bottom = mark.offsetTop + mark.offsetHeight - area.scrollTop
  copy.remove()
  return Math.min(bottom + 4, area.offsetHeight)
}
