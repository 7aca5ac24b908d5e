import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Head } from '../layout/Head.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'

/** Shown for every URL that has no page. */
export function NotFound() {
  return (
    <PageLayout>
      <Head title={t('Not found')} noindex />
      <EmptyState
        icon="search"
        heading="h1"
        title={t('404: Not found!')}
        text={t("The page you're looking for does not exist.")}
        action={
          <>
            <Button href="/">{t('Go home')}</Button>
            <Button href="/search" icon="search">
              {t('Search')}
            </Button>
          </>
        }
      />
    </PageLayout>
  )
}
