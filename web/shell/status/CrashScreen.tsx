import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

export const crashTitle = (): string => t('Something went wrong')

/** Shown when rendering a page has failed. */
export default function CrashScreen({
  text,
  requestId,
}: {
  text?: string
  /** Under which the operator finds the failure in the log. */
  requestId?: string | undefined
}) {
  return (
    <main>
      <EmptyState
        icon="error"
        heading="h1"
        title={crashTitle()}
        text={
          requestId === undefined ? (
            text
          ) : (
            <>
              {t('If you report this, include this code:')} <code>{requestId}</code>
            </>
          )
        }
        // A plain link, not the router's: it loads the whole document again.
        action={
          <Button href="" target="_self">
            {t('Try reloading page')}
          </Button>
        }
      />
    </main>
  )
}
