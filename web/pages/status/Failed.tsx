import { ErrorState } from '../../components/ErrorState.tsx'
import { ConnectionFailure } from '../../data/failure.ts'
import { useNavigator } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'

/** Stands where a page could not be loaded, and tries again. */
export function Failed({ error }: { error: unknown }) {
  const { reload } = useNavigator()
  return (
    <PageLayout>
      <Head title="Something went wrong" noindex />
      <ErrorState
        heading="h1"
        text={
          error instanceof ConnectionFailure
            ? "Make sure you're connected to the internet"
            : 'The page could not be loaded.'
        }
        onRetry={reload}
      />
    </PageLayout>
  )
}
