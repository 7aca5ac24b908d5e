import { Component, type ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'

/** What is left when a page broke: the way to start over. */
export function CrashScreen({ text }: { text?: string }) {
  return (
    <main>
      <EmptyState
        icon="error"
        heading="h1"
        title="Something went wrong"
        text={text}
        // Without a target of the router's: the document itself is to be loaded anew.
        action={
          <Button href="" target="_self">
            Try reloading page
          </Button>
        }
      />
    </main>
  )
}

/** Shows `CrashScreen` in place of what could not be rendered. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children
  }
}
