import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { t } from '../../../contract/texts/t.ts'
import { acceptText } from '../forms/acceptText.ts'
import { Field } from '../forms/Field.tsx'
import { GrowingArea } from '../forms/TextArea.tsx'
import { Tabs } from '../navigation/Tabs.tsx'
import { useDebounced } from '../useDebounced.ts'
import { CompletionList } from './CompletionList.tsx'
import type { CompletionSource } from './completion.ts'
import { editorKey } from './editorKey.ts'
import { linkSelection } from './linkSelection.ts'
import styles from './MarkdownEditor.module.css'
import { MarkdownHelp } from './MarkdownHelp.tsx'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { MarkdownToolbar } from './MarkdownToolbar.tsx'
import { editOf, type MarkdownTool, markdownTools, nextLine, type TextEdit } from './markdownTools.ts'
import { pasteRichText } from './pasteRichText.ts'
import { applyEdit, replaceSelection } from './replaceText.ts'
import { isInCode } from './structure.ts'
import { toolOfKey } from './toolKeys.ts'
import { useCompletion } from './useCompletion.ts'

interface MarkdownEditorProps {
  /** Such as "Comment"; it is above the editor. */
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
  /** Completes names after `@` and `/`; without it there is no tool for mentions. */
  completion?: CompletionSource | undefined
  /** Whether the page has space for a preview beside the text, in wide windows. */
  hasRoomBeside?: boolean
  /** Called with chosen images; without it there is no tool for them. */
  onImages?: ((files: readonly File[]) => void) | undefined
  /** Between the text and the buttons, such as its images. */
  below?: ReactNode
  /** The buttons below, right: submit and cancel. */
  children?: ReactNode
}

type View = 'write' | 'preview' | 'beside'

const selectionOf = ({ value: text, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement) => ({
  text,
  start,
  end,
})

/** A Markdown editor with tools and a preview. Pasting a URL over selected text creates a link. */
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
    hasRoomBeside = false,
    completion: source,
    onImages,
    below,
    ...area
  } = props
  const id = useId()
  const [isHelpShown, setIsHelpShown] = useState(false)
  const [chosen, setChosen] = useState<View>('write')
  const textArea = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const completion = useCompletion(textArea, source)
  const isWide = useIsWide() && hasRoomBeside
  const view = chosen === 'beside' && !isWide ? 'write' : chosen
  // While only the preview is shown, the text does not change.
  const previewed = useDebounced(value)

  const use = (tool: MarkdownTool) => {
    const element = textArea.current
    if (element) applyEdit(element, editOf(tool, selectionOf(element)))
  }
  /** What a press changes; undefined for what the browser does with it. */
  const actionOf = (event: KeyboardEvent<HTMLTextAreaElement>): (() => void) | undefined => {
    const meaning = editorKey(event, value)
    if (meaning === 'submit') return onSubmit
    if (meaning === 'cancel') return onCancel
    const { currentTarget: element, key, shiftKey } = event
    const tool = toolOfKey(event)
    const edit: TextEdit | null = tool
      ? editOf(tool, selectionOf(element))
      : key === 'Enter' && !shiftKey
        ? nextLine(selectionOf(element))
        : null
    return edit ? () => applyEdit(element, edit) : undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKeyDown(event)) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    onPasteFirst?.(event)
    if (event.defaultPrevented) return
    const selected = selectionOf(event.currentTarget)
    const link = linkSelection(selected, event.clipboardData.getData('text/plain'))
    // In code, the browser pastes the plain text.
    if (link === null && isInCode(selected.text, selected)) return
    if (link === null) return pasteRichText(event)
    event.preventDefault()
    replaceSelection(event.currentTarget, link)
  }

  return (
    <div className={styles.editor}>
      <Field label={label} error={error} count={{ value, maxLength }}>
        {(ids) => (
          <Tabs
            label={label}
            tabs={[
              { name: 'write', label: t('Write') },
              { name: 'preview', label: t('Preview'), disabled: value.trim() === '' },
              ...(isWide ? [{ name: 'beside' as const, label: t('Side by side') }] : []),
            ]}
            selected={view}
            onSelect={setChosen}
            aside={
              view !== 'preview' && (
                <MarkdownToolbar
                  controls={ids.id}
                  tools={[
                    ...markdownTools.filter((tool) => source || tool !== 'mention'),
                    ...(onImages ? (['image'] as const) : []),
                  ]}
                  onUse={(tool) => (tool === 'image' ? files.current?.click() : use(tool))}
                />
              )
            }
          >
            {/* The page gives it the width of the right column, too. */}
            <div className={styles.views} data-beside={view === 'beside' ? '' : undefined}>
              <div hidden={view === 'preview'} className={styles.write}>
                <GrowingArea
                  {...area}
                  {...ids}
                  {...completion.attributes}
                  ref={textArea}
                  rows={rows}
                  value={value}
                  onChange={(text) => {
                    onChange(acceptText(text, { maxLength }))
                    completion.look()
                  }}
                  onSelect={completion.look}
                  onBlur={completion.close}
                  onKeyDown={onKeyDown}
                  onPaste={onPaste}
                />
                {completion.names.length > 0 && (
                  <CompletionList
                    id={completion.id}
                    area={textArea}
                    sign={completion.sign}
                    names={completion.names}
                    active={completion.active}
                    onChoose={completion.choose}
                  />
                )}
              </div>
              {view === 'preview' && <MarkdownPreview source={value} preview={preview} />}
              {view === 'beside' && <MarkdownPreview source={previewed} preview={preview} />}
            </div>
          </Tabs>
        )}
      </Field>
      {onImages && (
        <input
          ref={files}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ currentTarget: input }) => {
            const chosen = [...(input.files ?? [])]
            // So that the same file can be chosen again after it was removed.
            input.value = ''
            if (chosen.length > 0) onImages(chosen)
          }}
        />
      )}
      {below}
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.help}
          aria-expanded={isHelpShown}
          aria-controls={`${id}help`}
          onClick={() => setIsHelpShown(!isHelpShown)}
        >
          {t('Markdown help')}
        </button>
        {children}
      </div>
      {isHelpShown && <MarkdownHelp id={`${id}help`} />}
    </div>
  )
}

/** The windows with a right column. */
const wide = '(min-width: 1171px)'

const useIsWide = () =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(wide)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(wide).matches,
    () => false,
  )
