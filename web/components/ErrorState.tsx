import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface ErrorState {
  title?: string
  text?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  heading?: 'h1' | 'h2' | 'p'
}

/** Stands where something could not be loaded. */
export function ErrorState(props: ErrorState) {
  const { title = 'Something went wrong', text, retryLabel = 'Try again', onRetry, heading = 'p' } = props
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
