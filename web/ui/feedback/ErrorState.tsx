import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorStateProps {
  title?: string
  text?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  heading?: 'h1' | 'h2' | 'p'
}

/** Shown instead of content that could not be loaded. */
export function ErrorState(props: ErrorStateProps) {
  const {
    title = t('Something went wrong'),
    text,
    retryLabel = t('Try again'),
    onRetry,
    heading = 'p',
  } = props
  return (
    <div role="alert">
      <EmptyState
        icon="error"
        title={title}
        text={text}
        heading={heading}
        action={
          onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              {retryLabel}
            </Button>
          )
        }
      />
    </div>
  )
}
