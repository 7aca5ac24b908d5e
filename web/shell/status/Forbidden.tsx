import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { banText } from '../../data/users/bans.ts'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Head } from '../layout/Head.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'

/** Shown to members who may not see a page. If a ban keeps them from reading a community, it says why and until when. */
export function Forbidden() {
  const { bans } = useInitial()
  const [, place] = useShownPage().path.split(/[/?#]/)
  const ban = bans?.find(
    ({ kind, communityName }) =>
      kind === 'reading' && communityName !== null && communityName.toLowerCase() === place?.toLowerCase(),
  )
  return (
    <PageLayout>
      <Head title={t('Forbidden')} noindex />
      <EmptyState
        icon="lock"
        heading="h1"
        title={t('Forbidden!')}
        text={ban ? banText(ban, ban.communityName ?? '') : t("You don't have access to this page.")}
        action={
          ban ? <Button href="/appeals">{t('Appeal')}</Button> : <Button href="/">{t('Go home')}</Button>
        }
      />
    </PageLayout>
  )
}
