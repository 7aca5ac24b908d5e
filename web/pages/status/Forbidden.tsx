import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'

/** Stands where a member has no business. */
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
