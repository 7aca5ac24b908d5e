import { ErrorState } from '../../components/ErrorState.tsx'
import { ConnectionFailure, refusalOf } from '../../data/failure.ts'
import { useBackOnline } from '../../device/connectivity.ts'
import { useNavigator, useShown } from '../../navigation.ts'
import { PageModuleMissing } from '../../resolveView.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { OfflineState } from './OfflineState.tsx'

/** Stands where a page could not be loaded, and tries again; by itself when the device is back online. */
export function Failed({ error }: { error: unknown }) {
  const { reload } = useNavigator()
  const { path } = useShown()
  return (
    <PageLayout>
      {isOffline(error) ? (
        <>
          <Head title="Offline" noindex />
          <OfflineState onRetry={reload} />
          <Return onBack={reload} />
        </>
      ) : (
        <>
          <Head title="Something went wrong" noindex />
          <ErrorState
            heading="h1"
            {...(isAboutLists(path) && { title: 'Something went wrong!' })}
            text="The page could not be loaded."
            onRetry={reload}
          />
        </>
      )}
    </PageLayout>
  )
}

/** Pages of lists say it louder than others (specification accounts §2). */
const isAboutLists = (path: string) => /^\/@\w+\/lists(\/|$)/.test(path)

/** No answer, or a request that took too long to arrive. */
const isOffline = (error: unknown) =>
  error instanceof ConnectionFailure || error instanceof PageModuleMissing || refusalOf(error)?.status === 408

/** The effect of being shown, where a hook would have to be called in any case. */
function Return({ onBack }: { onBack: () => void }) {
  useBackOnline(onBack)
  return null
}
