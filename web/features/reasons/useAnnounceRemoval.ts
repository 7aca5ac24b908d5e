import { t } from '../../../contract/texts/t.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

const undoMs = 8000

/** Says that something was removed, and offers to restore it. It stays possible when the dialog and the card are gone. */
export function useAnnounceRemoval(onFailure: (error: unknown) => void) {
  const toasts = useToasts()
  const restore = useRestore()
  const undo = (content: Content) =>
    restore.mutateAsync(content).then(
      () =>
        toasts.show(content.type === 'post' ? t('Post restored.') : t('Comment restored.'), {
          tone: 'success',
        }),
      onFailure,
    )
  return (content: Content, { isFinal = false }: { isFinal?: boolean } = {}) =>
    toasts.show(content.type === 'post' ? t('Post removed.') : t('Comment removed.'), {
      tone: 'success',
      ...(!isFinal && {
        ms: undoMs,
        action: { label: t('Undo'), onPress: () => void undo(content), isOnce: true },
      }),
    })
}
