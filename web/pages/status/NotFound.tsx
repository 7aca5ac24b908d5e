import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'

/** Stands at every address that leads nowhere. */
export function NotFound() {
  return (
    <PageLayout>
      <Head title="Not found" noindex />
      <EmptyState
        icon="search"
        heading="h1"
        title="404: Not found!"
        text="The page you're looking for does not exist."
        action={<Button href="/">Go home</Button>}
      />
    </PageLayout>
  )
}
