import { useEffect } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'

/** Stands where the settings were of an account that is deleted, for as long as it takes to read it. */
export function Farewell() {
  useEffect(() => {
    // Loaded anew, because everything that is here was the member's.
    const leaving = setTimeout(() => location.assign('/'), limits.alertMs)
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
