import { type KeyboardEvent, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import type { IconName } from '../icons/names.ts'
import { nextIndex } from '../navigation/Tabs.tsx'
import styles from './MarkdownEditor.module.css'
import type { MarkdownTool } from './markdownTools.ts'

interface ToolbarProps {
  /** The id of the text area. */
  controls: string
  tools: readonly (MarkdownTool | 'image')[]
  onUse: (tool: MarkdownTool | 'image') => void
}

const looksOf = (): Readonly<
  Record<MarkdownTool | 'image', { icon: IconName; label: string; key?: string }>
> => ({
  bold: { icon: 'bold', label: t('Bold'), key: 'B' },
  italic: { icon: 'italic', label: t('Italic'), key: 'I' },
  link: { icon: 'link', label: t('Insert link'), key: 'K' },
  quote: { icon: 'quote', label: t('Quote'), key: t('Shift+{key}', { key: '.' }) },
  code: { icon: 'code', label: t('Code'), key: 'E' },
  list: { icon: 'list', label: t('Bulleted list'), key: t('Shift+{key}', { key: '8' }) },
  spoiler: { icon: 'hide', label: t('Spoiler') },
  mention: { icon: 'mention', label: t('Mention someone') },
  image: { icon: 'image', label: t('Add images') },
})

/**
 * The tools of an editor: one stop of Tab, between whose buttons the arrows move.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function MarkdownToolbar({ controls, tools, onUse }: ToolbarProps) {
  const looks = looksOf()
  const [current, setCurrent] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, current, tools.length)
    if (next < 0) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('Formatting')}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={move}
    >
      {tools.map((tool, index) => {
        const { icon, label, key } = looks[tool]
        return (
          <IconButton
            key={tool}
            icon={icon}
            label={label}
            title={key ? `${label} (${modifier()}${key})` : label}
            aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
            className={styles.tool ?? ''}
            tabIndex={index === current ? 0 : -1}
            // Keeps the selection, and the keyboard of a phone open.
            onPointerDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onClick={() => {
              setCurrent(index)
              onUse(tool)
            }}
          />
        )
      })}
    </div>
  )
}

/** The name of the key on this device, for the tooltip. */
const modifier = () =>
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ' : t('Ctrl+')
