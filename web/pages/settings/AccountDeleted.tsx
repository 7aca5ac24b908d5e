import { useEffect } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

const readingMs = 3000

/** Shown after the account was deleted, long enough to be read. */
export function AccountDeleted() {
  useEffect(() => {
    // A full page load, because everything in memory belongs to the deleted account.
    const leaving = setTimeout(() => location.assign('/'), readingMs)
    return () => clearTimeout(leaving)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        icon="success"
        title="Your account is successfully deleted!"
        action={
          <Button href="/" target="_self">
            Go home
          </Button>
        }
      />
    </div>
  )
}
