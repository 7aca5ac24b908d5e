import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { MarkdownEditor } from '../../components/MarkdownEditor.tsx'
import { TextField } from '../../components/TextField.tsx'
import { usePreview } from '../../data/comments.ts'
import { useNavigator } from '../../navigation.ts'
import { useLayer } from '../../shell/useLayer.ts'
import styles from './PostForm.module.css'
import type { PostMistakes } from './postMistakes.ts'

interface Draft {
  title: string
  body: string
}

interface PostForm {
  heading: string
  initial?: Draft
  /** Link and image posts have none. */
  hasBody: boolean
  mistakes: PostMistakes
  isBusy: boolean
  /** Where Cancel leads. */
  wayOut: string
  onChange: () => void
  onSubmit: (draft: Draft) => void
  /** What stands above the title: where the post goes. */
  children: ReactNode
}

const nothing: Draft = { title: '', body: '' }

/** Title and body of a post. Ctrl+Enter submits from everywhere; leaving asks when something would be lost. */
export function PostForm(props: PostForm) {
  const {
    heading,
    initial = nothing,
    hasBody,
    mistakes,
    isBusy,
    wayOut,
    onChange,
    onSubmit,
    children,
  } = props
  const preview = usePreview()
  const { navigate } = useNavigator()
  const question = useLayer()
  const [draft, setDraft] = useState(initial)
  const isEdited = draft.title !== initial.title || draft.body !== initial.body
  useWarnBeforeUnload(isEdited && !isBusy)

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    onChange()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isBusy) onSubmit(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const buttons = (
    <>
      <Button variant="soft" onClick={() => (isEdited ? question.open() : navigate(wayOut))}>
        Cancel
      </Button>
      <Button type="submit" variant="main" busy={isBusy}>
        Submit
      </Button>
    </>
  )
  return (
    <Card as="section" className={styles.card}>
      <h1 className={styles.heading}>{heading}</h1>
      <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        {children}
        <TextField
          label="Title"
          name="title"
          dir="auto"
          autoComplete="off"
          maxLength={limits.titleMaxLength}
          value={draft.title}
          error={mistakes.title}
          onChange={(title) => change({ title })}
          // A post is sent on purpose, not by the Enter that ends its title.
          onKeyDown={(event) =>
            event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()
          }
        />
        {hasBody ? (
          <MarkdownEditor
            label="Body"
            name="body"
            placeholder="Body (optional)"
            rows={8}
            maxLength={limits.bodyMaxLength}
            value={draft.body}
            onChange={(body) => change({ body })}
            preview={preview}
            onSubmit={submit}
          >
            {buttons}
          </MarkdownEditor>
        ) : (
          <div className={styles.buttons}>{buttons}</div>
        )}
      </form>
      {question.isOpen && (
        <ConfirmDialog
          title="Are you sure you want to leave?"
          confirmLabel="Leave"
          cancelLabel="Stay"
          danger
          onConfirm={() => navigate(wayOut)}
          onClose={question.close}
        >
          <p>What you have written is lost then.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** The browser asks in its own words before a tab with something unsaved is closed. */
function useWarnBeforeUnload(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
