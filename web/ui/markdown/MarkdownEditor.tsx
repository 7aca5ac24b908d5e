import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { TextSkeleton } from '../feedback/Skeleton.tsx'
import { acceptText, textLength } from '../forms/acceptText.ts'
import { TextArea } from '../forms/TextArea.tsx'
import { Tabs } from '../navigation/Tabs.tsx'
import { editorKey } from './editorKey.ts'
import { linkSelection } from './linkSelection.ts'
import { Markdown } from './Markdown.tsx'
import styles from './MarkdownEditor.module.css'
import { MarkdownHelp } from './MarkdownHelp.tsx'

interface MarkdownEditorProps {
  /** Accessible name, such as "Comment"; only the placeholder is visible. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Renders the preview as the server would. */
  preview: (source: string) => Promise<string>
  /** Ctrl+Enter, or ⌘+Enter. */
  onSubmit?: () => void
  /** Called before the editor handles a paste; `preventDefault` stops it. */
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  /** Escape while the editor is empty. */
  onCancel?: () => void
  placeholder?: string
  /** In characters; shows 'n / max'. */
  maxLength?: number
  error?: string | null | undefined
  rows?: 4 | 8
  autoFocus?: boolean
  name?: string
  /** The buttons below, right: submit and cancel. */
  children?: ReactNode
}

type Preview = { state: 'waiting' } | { state: 'failed' } | { state: 'shown'; html: string }

/** A Markdown editor with a preview. Pasting a URL over selected text creates a link. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const {
    label,
    value,
    onChange,
    preview,
    onSubmit,
    onPaste: onPasteFirst,
    onCancel,
    children,
    error,
    rows = 4,
    maxLength,
    ...area
  } = props
  const id = useId()
  const [isHelpShown, setIsHelpShown] = useState(false)
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const [shown, setShown] = useState<Preview>({ state: 'waiting' })
  const latestPreview = useRef(0)
  const textArea = useRef<HTMLTextAreaElement>(null)

  const select = (next: 'write' | 'preview') => {
    setTab(next)
    latestPreview.current += 1
    if (next === 'preview') void showPreview(latestPreview.current)
  }
  const showPreview = async (number: number) => {
    setShown({ state: 'waiting' })
    const result = await preview(value).then(
      (html): Preview => ({ state: 'shown', html }),
      (): Preview => ({ state: 'failed' }),
    )
    if (number === latestPreview.current) setShown(result)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const meaning = editorKey(event, value)
    const act = meaning === 'submit' ? onSubmit : meaning === 'cancel' ? onCancel : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    onPasteFirst?.(event)
    if (event.defaultPrevented) return
    const { value: text, selectionStart, selectionEnd } = event.currentTarget
    const selected = text.slice(selectionStart, selectionEnd)
    const link = linkSelection(selected, event.clipboardData.getData('text/plain'))
    if (link === null) return
    event.preventDefault()
    replaceSelection(event.currentTarget, link)
  }

  return (
    <div className={styles.editor}>
      <Tabs
        label={label}
        tabs={[
          { name: 'write', label: 'Write' },
          { name: 'preview', label: 'Preview', disabled: value.trim() === '' },
        ]}
        selected={tab}
        onSelect={select}
        aside={
          maxLength !== undefined && (
            <span className={styles.count}>{`${textLength(value)} / ${maxLength}`}</span>
          )
        }
      >
        <div hidden={tab !== 'write'}>
          <TextArea
            {...area}
            ref={textArea}
            label={label}
            hideLabel
            error={error}
            rows={rows}
            value={value}
            onChange={(text) => onChange(acceptText(text, { maxLength }))}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        {tab === 'preview' && (
          <div className={styles.preview} aria-busy={shown.state === 'waiting'}>
            {shown.state === 'waiting' && <TextSkeleton />}
            {shown.state === 'shown' && <Markdown html={shown.html} />}
            {shown.state === 'failed' && (
              <p className={styles.failed} role="alert">
                The preview could not be loaded.{' '}
                <Button small onClick={() => select('preview')}>
                  Try again
                </Button>
              </p>
            )}
          </div>
        )}
      </Tabs>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.help}
          aria-expanded={isHelpShown}
          aria-controls={`${id}help`}
          onClick={() => setIsHelpShown(!isHelpShown)}
        >
          Markdown help
        </button>
        {children}
      </div>
      {isHelpShown && <MarkdownHelp id={`${id}help`} />}
    </div>
  )
}

/** Replaces the selection as typing would, so that undo works and the field's `onChange` is called. */
function replaceSelection(area: HTMLTextAreaElement, text: string) {
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
