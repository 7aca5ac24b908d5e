import { t } from '../../../contract/texts/t.ts'
import { ConnectionFailure, refusalOf } from '../../data/failure.ts'
import { useBackOnline } from '../../device/connectivity.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { PageModuleMissing } from '../../router/resolvePage.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Head } from '../layout/Head.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { OfflineState } from './OfflineState.tsx'

/** Shown when a page could not be loaded. Retries on a press, and when the device is back online. */
export function Failed({ error }: { error: unknown }) {
  const { reload } = useNavigator()
  const { path } = useShownPage()
  return (
    <PageLayout>
      {isOffline(error) ? (
        <>
          <Head title={t('Offline')} noindex />
          <OfflineState onRetry={reload} />
          <Return onBack={reload} />
        </>
      ) : (
        <>
          <Head title={t('Something went wrong')} noindex />
          <ErrorState
            heading="h1"
            {...(isAboutLists(path) && { title: t('Something went wrong!') })}
            text={t("We couldn't load this page. Try again.")}
            onRetry={reload}
          />
        </>
      )}
    </PageLayout>
  )
}

/** Pages of lists word the title differently. */
const isAboutLists = (path: string) => /^\/@\w+\/lists(\/|$)/.test(path)

/** No answer, or a request that took too long to arrive. */
const isOffline = (error: unknown) =>
  error instanceof ConnectionFailure || error instanceof PageModuleMissing || refusalOf(error)?.status === 408

/** A component, because a hook could not be called conditionally. */
function Return({ onBack }: { onBack: () => void }) {
  useBackOnline(onBack)
  return null
}
