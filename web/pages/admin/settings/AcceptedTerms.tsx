import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/texts/t.ts'
import { settingsQuery, useChangeSettings } from '../../../data/admin/settings.ts'
import { termsVersionsQuery } from '../../../data/admin/termsVersions.ts'
import { Loading } from '../../../features/failures/Loading.tsx'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { NeedsScript } from '../../../ui/layout/NeedsScript.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { TextVersion } from '../TextVersion.tsx'

const minuteMs = 60_000

/** The next full minute in UTC, which is how the setting is written. Until then, nobody is asked. */
const nextMinute = () =>
  `${new Date(Math.ceil(Date.now() / minuteMs) * minuteMs).toISOString().slice(0, 16)}Z`

/** Which texts of the terms members accepted, and the button that asks everyone again. */
export function AcceptedTerms() {
  const list = useInfiniteQuery(termsVersionsQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery('law'))
  const question = useLayer()
  const toasts = useToasts()
  const change = useChangeSettings('law')
  const notifyRefusal = useNotifyRefusal()
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? []
  const isAsked = settings.some(({ name, value }) => name === 'acceptTerms' && value === true)
  const current = list.data?.pages[0]?.current
  const askAgain = () =>
    change.mutate([{ name: 'termsAskedAgainAt', value: nextMinute() }], {
      onSuccess: () => {
        question.close()
        toasts.show(t('Everyone will be asked again on their next visit.'), { tone: 'success' })
      },
      onError: notifyRefusal,
    })
  return (
    <Section id="accepted-terms" title={t('Accepted terms')} hint={t('Every version members have accepted.')}>
      {!list.data && <Loading error={list.error} onRetry={list.refetch} />}
      {list.data && versions.length === 0 && (
        <p className="quiet">{t('No one has accepted the terms yet.')}</p>
      )}
      {versions.length > 0 && (
        <ul className="stack">
          {versions.map(({ version, text, firstAcceptedAt, acceptedBy }) => (
            <TextVersion
              key={version}
              id={`terms-${version}`}
              about={rich(
                '{isCurrent, select, true {Current version} other {Earlier version}}, first accepted {time}. {count, plural, one {# member has} other {# members have}} accepted it.',
                {
                  isCurrent: version === current ? 'true' : 'false',
                  time: <Time at={firstAcceptedAt} />,
                  count: acceptedBy,
                },
              )}
              text={text}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onLoad={() => list.fetchNextPage()} />}
      {isAsked && versions.length > 0 && (
        <NeedsScript>
          <div>
            <Button onClick={question.open}>{t('Ask everyone again')}</Button>
          </div>
        </NeedsScript>
      )}
      {question.isOpen && (
        <ConfirmDialog
          title={t('Ask everyone to accept the terms again?')}
          confirmLabel={t('Ask everyone again')}
          busy={change.isPending}
          onConfirm={askAgain}
          onClose={question.close}
        >
          <p>
            {t('On their next visit, members see the current terms. Until they accept, they can only read.')}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
