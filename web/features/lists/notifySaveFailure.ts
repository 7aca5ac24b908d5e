import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import type { useToasts } from '../../ui/feedback/toasts.tsx'

/** By code. */
const texts = (): Readonly<Record<string, string>> => ({
  'list-full': t('This list is full.'),
  'list-not-found': t('This list is gone.'),
  'post/not-found': t('This post is gone.'),
})

/** Shows why something could not be saved to a list. @param site.fail shows other failures. */
export function notifySaveFailure(
  error: unknown,
  { toasts, fail }: { toasts: ReturnType<typeof useToasts>; fail: (error: unknown) => void },
): void {
  const text = texts()[refusalOf(error)?.code ?? '']
  if (text) toasts.show(text, { tone: 'danger' })
  else fail(error)
}
