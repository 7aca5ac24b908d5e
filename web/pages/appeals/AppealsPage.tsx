import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppealableAct } from '../../../contract/entities/appeal.ts'
import { limits } from '../../../contract/limits.ts'
import { redressSentence } from '../../../contract/noticeTexts.ts'
import { t } from '../../../contract/texts/t.ts'
import { appealableQuery, appealsQuery, useCreateAppeal } from '../../data/moderation/appeals.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { refusalText } from '../../features/failures/refusalText.ts'
import { ActFacts, AppealCard, factsOfAct } from '../../features/moderation/AppealCard.tsx'
import { useShownPage } from '../../router/page.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import styles from './AppealsPage.module.css'
import { parseOwnAppeals } from './prepareAppeals.ts'

/** The actions that the viewer can appeal against, and their appeals. */
export default function AppealsPage() {
  return (
    <PageLayout>
      <Head title={t('Appeals')} noindex />
      <PageHead
        title={t('Appeals')}
        hint={`${t('You can appeal each removal, lock or ban once. Another moderator or an admin will review it.')} ${redressSentence()}`}
      />
      <Possible />
      <OwnAppeals />
    </PageLayout>
  )
}

function Possible() {
  const { data } = useSuspenseQuery(appealableQuery)
  const dialog = useLayer()
  const [selected, setSelected] = useState<AppealableAct | null>(null)
  if (data.items.length === 0) return null
  return (
    <section aria-labelledby="possible">
      <h2 id="possible" className={styles.heading}>
        {t('Decisions you can appeal')}
      </h2>
      <Card>
        <ul>
          {data.items.map((act) => (
            <li key={`${act.act} ${act.targetId ?? act.community?.id ?? 'site'}`} className="entry">
              <ActFacts {...factsOfAct(act)} />
              <div>
                <Button
                  small
                  onClick={() => {
                    setSelected(act)
                    dialog.open()
                  }}
                >
                  {t('Appeal')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      {dialog.isOpen && selected && <AppealDialog act={selected} onClose={dialog.close} />}
    </section>
  )
}

function AppealDialog({ act, onClose }: { act: AppealableAct; onClose: () => void }) {
  const appeal = useCreateAppeal(act)
  const toasts = useToasts()
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = () => {
    if (text.trim() === '') return setMistake(t('Explain why this decision should be reversed.'))
    appeal.mutate(text.trim(), {
      onSuccess: () => {
        onClose()
        toasts.show(t('Appeal sent.'), { tone: 'success' })
      },
      onError: (error) => setMistake(refusalText(error)),
    })
  }
  return (
    <FormDialog
      title={t('Appeal')}
      submitLabel={t('Send')}
      busy={appeal.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('Why should this decision be reversed?')}
        hint={t("You can appeal once. You'll get a notification with the answer.")}
        maxLength={limits.appealMaxLength}
        value={text}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
    </FormDialog>
  )
}

function OwnAppeals() {
  const { path, search } = useShownPage()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    appealsQuery(parseOwnAppeals(new URLSearchParams(search))),
  )
  const appeals = data?.pages.flatMap(({ items }) => items)
  const next = data?.pages.at(-1)?.next
  return (
    <section aria-labelledby="appeals">
      <h2 id="appeals" className={styles.heading}>
        {t('Your appeals')}
      </h2>
      {appeals ? (
        appeals.length === 0 ? (
          <EmptyState
            icon="moderation"
            title={t('No appeals')}
            text={t('You can appeal removals, locks and bans here.')}
          />
        ) : (
          <Card>
            <ul>
              {appeals.map((appeal) => (
                <AppealCard key={appeal.id} appeal={appeal} />
              ))}
            </ul>
          </Card>
        )
      ) : (
        <Loading error={error} onRetry={refetch} lines={3} />
      )}
      {hasNextPage && next && (
        <LoadMore
          busy={isFetchingNextPage}
          href={`${path}?${new URLSearchParams({ next })}`}
          onLoad={() => fetchNextPage()}
        />
      )}
    </section>
  )
}
