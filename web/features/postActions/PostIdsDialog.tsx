import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './PostIdsDialog.module.css'

/** The internal ids of a post, for admins to copy. */
export default function PostIdsDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  return (
    <Dialog title={t('Post IDs')} onClose={onClose}>
      <dl className={styles.ids}>
        <Id name={t('Post')} id={post.id} />
        <Id name={t('Public ID')} id={post.publicId} />
        <Id name={t('Author')} id={post.userId} />
        <Id name={t('Community')} id={post.communityId} />
      </dl>
    </Dialog>
  )
}

function Id({ name, id }: { name: string; id: string }) {
  // Confirmed on the button, because a toast would be behind the dialog.
  const [outcome, setOutcome] = useState(() => t('Copy'))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id)
      setOutcome(t('Copied'))
    } catch {
      setOutcome(t('Failed to copy'))
    }
  }
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.id}>{id}</dd>
      <dd>
        <Button small variant="soft" onClick={copy}>
          <span aria-live="polite">{outcome}</span>
          <span className="visually-hidden"> {name}</span>
        </Button>
      </dd>
    </div>
  )
}
