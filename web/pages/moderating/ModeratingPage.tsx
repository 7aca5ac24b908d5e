import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Feed } from '../../features/feed/Feed.tsx'
import { FeedControls } from '../../features/feed/FeedControls.tsx'
import { useRememberedSort } from '../../features/feed/useRememberedSort.ts'
import { ModeratedCommunities } from '../../features/moderation/ModeratedCommunities.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { moderatingFeed } from './moderatingFeed.ts'

/**
 * The posts of the communities that the viewer moderates, including posts they have hidden and authors they have muted.
 */
export default function ModeratingPage() {
  useRememberedSort()
  const initial = useInitial()
  const feedParams = moderatingFeed(initial, new URLSearchParams(useShownPage().search))
  return (
    <PageLayout aside={<ModeratedCommunities />}>
      <Head title={t('Moderating')} noindex />
      <FeedControls title={t('Moderating')} />
      <Feed
        feedParams={feedParams}
        empty={
          initial.moderates?.length === 0 ? (
            <EmptyState
              icon="moderation"
              title={t("You don't moderate any communities")}
              text={t('Posts from communities you moderate show up here.')}
              action={<Button href="/communities">{t('See all communities')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('No posts yet')}
              text={t('No one has posted in the communities you moderate.')}
              action={<Button href="/new">{t('Create post')}</Button>}
            />
          )
        }
      />
    </PageLayout>
  )
}
