import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { failureText } from './failureText.ts'

interface LoadingProps {
  /** Why it could not be loaded; null while it loads. */
  error: unknown
  onRetry: () => unknown
  /** What could not be loaded, if it is not all of the page. */
  title?: string
  lines?: number
}

/** In place of what is loading or could not be loaded. */
export const Loading = ({ error, onRetry, title, lines = 4 }: LoadingProps) =>
  error ? (
    <ErrorState {...(title && { title })} text={failureText(error)} onRetry={() => onRetry()} />
  ) : (
    <div aria-busy="true">
      <TextSkeleton lines={lines} />
    </div>
  )
