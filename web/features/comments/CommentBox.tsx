import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import styles from './Comments.module.css'
import { useDiscussion } from './discussion.ts'
import { draftKey } from './draftKey.ts'
import { PlainCommentBox } from './PlainCommentBox.tsx'
import { prefetchForms, useForms } from './useForms.ts'

/** The box for a new comment, or the reason why the viewer cannot write one. */
export function CommentBox() {
  const { post, commentingRefusal, isLocked, viewerId } = useDiscussion()
  const dialogs = useDialogs()
  const isGuest = viewerId === null
  const mayWrite = !isGuest && commentingRefusal === null
  const draft = mayWrite && !import.meta.env.SSR ? draftKey(viewerId, post.publicId) : null
  const { form, open, close } = useForms(draft)
  const opener = useFocusWhenClosed(form !== null)
  // What is typed before the form is there would be lost, or trigger shortcuts.
  useEffect(() => {
    if (mayWrite) prefetchForms()
  }, [mayWrite])
  if (commentingRefusal) return <Banner icon={isLocked ? 'lock' : 'info'}>{commentingRefusal}</Banner>
  if (form) return <form.forms.NewCommentForm {...form} onClose={close} />
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        data-key="c"
        onPointerEnter={prefetchForms}
        onFocus={prefetchForms}
        onClick={() => (isGuest ? dialogs.open('login-prompt') : open(null))}
      >
        {t('Add a comment')}
      </button>
      <noscript>
        {import.meta.env.SSR && <PlainCommentBox publicId={post.publicId} isGuest={isGuest} />}
      </noscript>
    </>
  )
}

/** The button that opened the form gets the focus back when it appears again. */
function useFocusWhenClosed(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
