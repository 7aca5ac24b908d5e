import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Head } from '../layout/Head.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'

/** Shown to members who may not see a page. */
export function Forbidden() {
  return (
    <PageLayout>
      <Head title="Forbidden" noindex />
      <EmptyState
        icon="lock"
        heading="h1"
        title="Forbidden!"
        text="You don't have access to this page."
        action={<Button href="/">Go home</Button>}
      />
    </PageLayout>
  )
}
