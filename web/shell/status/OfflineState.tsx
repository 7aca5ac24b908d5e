import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

/** Shown instead of a page without a connection. `onRetry` retries in place; without it the document reloads. */
export function OfflineState({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon="offline"
        heading="h1"
        title={t("You're offline")}
        text={t('Check your internet connection.')}
        action={
          onRetry ? (
            <Button icon="refresh" onClick={onRetry}>
              {t('Retry')}
            </Button>
          ) : (
            <Button icon="refresh" href="" target="_self">
              {t('Retry')}
            </Button>
          )
        }
      />
    </div>
  )
}
