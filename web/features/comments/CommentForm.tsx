import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { MadeWithAiMarker, SpeakerGroup } from '../../../contract/words.ts'
import { usePreview } from '../../data/comments/comments.ts'
import { ApiFailure, refusalOf } from '../../data/failure.ts'
import { postQuery } from '../../data/posts/post.ts'
import { useCompletionSource } from '../../data/site/completionSource.ts'
import type { Role } from '../../data/users/roles.ts'
import { saveDraft, savedDraft } from '../../device/drafts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { acceptText } from '../../ui/forms/acceptText.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { editorKey } from '../../ui/markdown/editorKey.ts'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { durationText, roundedUp } from '../../ui/text/durationText.ts'
import { DraftConflict } from '../drafts/DraftConflict.tsx'
import { useServerDraft } from '../drafts/useServerDraft.ts'
import { waitsText } from '../held/waitsText.ts'
import { imagesOnClipboard } from '../images/imagesOnClipboard.ts'
import { TextImages } from '../images/TextImages.tsx'
import { useTextImages } from '../images/useTextImages.ts'
import { MadeWithAiField, mayMark } from '../madeWithAi/MadeWithAiField.tsx'
import styles from './CommentForm.module.css'
import { useDiscussion } from './discussion.ts'
import { quoteOf, useFurtherQuotes, withQuote } from './quoting.ts'
import { speakAsLabel } from './speakAsLabel.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface CommentFormProps {
  /** Above the box: "Reply to @maren". */
  label: string
  placeholder?: string
  submitLabel: string
  /** The initial text, unless there is a draft. */
  initial?: string
  /** The images below it. */
  images?: readonly Image[] | undefined
  /** Who has marked it *Made with AI*. */
  madeWithAiBy?: MadeWithAiMarker | undefined
  /** The place of the draft on the server, as in the call `saveDraft`. */
  place: string
  /** The name of the draft on this device; without it the text is not saved there. */
  draft?: string
  /** The roles that the author can comment with, besides `normal`. */
  roles?: readonly (Role | 'community')[]
  /** Whether an article is the one being answered, so that a selection in it is quoted. */
  answers?: (article: Element) => boolean
  /** Whether the form was just opened by a press. */
  takesFocus: boolean
  /** Sends the text; the form stays open when that fails. The result is null if it waits for review. */
  onSubmit: (text: Text, speaksAs: SpeakerGroup) => Promise<unknown>
  onClose: () => void
}

/** The form for new and edited comments. Ctrl+Enter sends; Escape closes it while it is empty. */
export function CommentForm({
  label,
  placeholder,
  submitLabel,
  initial = '',
  place,
  images: before,
  madeWithAiBy,
  draft,
  roles = [],
  answers,
  takesFocus,
  onSubmit,
  onClose,
}: CommentFormProps) {
  const preview = usePreview()
  const { post } = useDiscussion()
  const completion = useCompletionSource(post.publicId)
  const shown = useQueryClient().getQueryData(postQuery(post.publicId).queryKey)
  const title = shown?.title ?? ''
  const notifyFailure = useNotifyCommentFailure()
  const toasts = useToasts()
  const [kept] = useState(() => (draft === undefined ? '' : savedDraft(draft)))
  const [quote] = useState(() => (takesFocus && answers ? quoteOf(answers) : ''))
  const [body, setBody] = useState(() => withQuote(kept || initial, quote))
  const [speaksAs, setSpeaksAs] = useState<SpeakerGroup>('normal')
  const isMarked = madeWithAiBy !== undefined
  const [isMadeWithAi, setIsMadeWithAi] = useState(isMarked)
  const [mistake, setMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { images, uploads, areTaken, ...pictures } = useTextImages(before)

  const server = useServerDraft({
    place,
    initial: { body, title, community: post.communityName, isMadeWithAi: isMarked },
    isWritten: kept !== '',
    written: ({ body }) => body,
    unchanged: initial,
    onTake: ({ body: other, isMadeWithAi: isOtherMarked }) => {
      if (isOtherMarked !== undefined && mayMark(madeWithAiBy)) setIsMadeWithAi(isOtherMarked)
      // A form opened for a quotation adds it to the draft.
      if (quote !== '' && body === quote && other !== '') return write(withQuote(other, quote))
      setBody(other)
      keep(other)
    },
  })
  useFocusInBetween(takesFocus)
  useFurtherQuotes(answers, (quote) => write(withQuote(body, quote)))

  const keep = (text: string) => draft !== undefined && saveDraft(draft, text)
  const write = (text: string) => {
    const accepted = acceptText(text, { maxLength: limits.bodyMaxLength })
    setBody(accepted)
    keep(accepted)
    server.change({ body: accepted })
    setMistake(null)
  }
  const leave = () => {
    keep('')
    server.end()
    onClose()
  }
  const submit = async () => {
    if (isBusy) return
    if (body.trim() === '') return setMistake(emptyMistake())
    const attachments = pictures.accept()
    if (attachments === null) return
    setIsBusy(true)
    try {
      const stored = await onSubmit(
        { body, ...(attachments && { attachments }), ...(isMadeWithAi !== isMarked && { isMadeWithAi }) },
        speaksAs,
      )
      if (stored === null) toasts.show(waitsText())
      leave()
    } catch (error) {
      const code = refusalOf(error)?.code
      if (code === 'empty-comment') setMistake(emptyMistake())
      else if (code === 'slow_mode') setMistake(slowModeMistake(error))
      else if (code === 'commenters_limited') setMistake(limitMistake())
      else if (code === 'made_with_ai_refused') setMistake(madeWithAiMistake())
      else notifyFailure(error)
      setIsBusy(false)
    }
  }

  const paste = (event: ClipboardEvent) => {
    const files = imagesOnClipboard(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    pictures.add(files)
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => areTaken && dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    pictures.add([...event.dataTransfer.files])
  }

  // Also in the words for an image.
  const submitByKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || editorKey(event, body) !== 'submit') return
    event.preventDefault()
    // It shows its own failures.
    void submit()
  }

  const editor = (
    <MarkdownEditor
      label={label}
      placeholder={placeholder ?? ''}
      value={body}
      error={mistake}
      autoFocus={takesFocus}
      // The counter appears only near the limit, which few comments reach.
      {...(body.length > countShownFrom && { maxLength: limits.bodyMaxLength })}
      onChange={write}
      preview={preview}
      completion={completion}
      onSubmit={submit}
      onCancel={leave}
      {...(areTaken && { onPaste: paste, onImages: pictures.add })}
      below={
        <>
          <TextImages images={images} uploads={uploads} mistake={pictures.mistake} />
          <div className={styles.choices}>
            <MadeWithAiField
              policy={shown?.community?.madeWithAi}
              marker={madeWithAiBy}
              checked={isMadeWithAi}
              onChange={(isMadeWithAi) => {
                setIsMadeWithAi(isMadeWithAi)
                server.change({ isMadeWithAi })
              }}
            />
            {roles.map((role) => (
              <Checkbox
                key={role}
                label={speakAsLabel(role)}
                checked={speaksAs === role}
                onChange={(checked) => setSpeaksAs(checked ? role : 'normal')}
              />
            ))}
          </div>
        </>
      }
    >
      <Button variant="soft" onClick={leave}>
        {t('Cancel')}
      </Button>
      <Button variant="main" busy={isBusy} onClick={submit}>
        {submitLabel}
      </Button>
    </MarkdownEditor>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be pasted, or chosen with a button
    <div
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
      onKeyDown={submitByKey}
    >
      {server.conflict !== null && (
        <DraftConflict mine={body} other={server.conflict} onSettle={server.settle} />
      )}
      {editor}
    </div>
  )
}

/** The request; without `attachments`, the existing ones stay, and so does the mark without `isMadeWithAi`. */
interface Text {
  readonly body: string
  readonly attachments?: { imageId: string; caption: string }[]
  readonly isMadeWithAi?: boolean
}

/** Puts the cursor at the end of the text, and returns the focus to the opener when the form closes. */
function useFocusInBetween(takesFocus: boolean) {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (!takesFocus) return
    const area = document.activeElement
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length)
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener, takesFocus])
}

/** How long slow mode makes the author wait. */
function slowModeMistake(error: unknown): string {
  const seconds = error instanceof ApiFailure ? error.retryAfterSeconds : null
  return seconds === null
    ? t('Slow mode is on. Wait a while, then try again.')
    : t('Slow mode is on. You can comment again in {duration}.', {
        duration: durationText(roundedUp(seconds)),
      })
}

const limitMistake = (): string => t('Only some members can comment here right now.')
const madeWithAiMistake = (): string => t("This community doesn't allow content made with AI.")
const emptyMistake = (): string => t('Message body cannot be empty.')
const countShownFrom = limits.bodyMaxLength * 0.9
