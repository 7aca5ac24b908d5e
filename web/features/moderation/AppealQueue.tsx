import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { AppealOutcome } from '../../../contract/words.ts'
import {
  type AppealsParams,
  appealsQuery,
  parseAppeals,
  useAnswerAppeal,
} from '../../data/moderation/appeals.ts'
import { useShownPage } from '../../router/page.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { Loading } from '../failures/Loading.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { AppealCard } from './AppealCard.tsx'
import { type MemberHistory, MemberHistoryDialog } from './MemberHistory.tsx'

/** The appeals in a community or on the whole site, for those who can answer them. */
export function AppealQueue({ of }: Pick<AppealsParams, 'of'>) {
  const { path, search } = useShownPage()
  const params = { of, ...parseAppeals(new URLSearchParams(search)) }
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    appealsQuery(params),
  )
  const dialog = useLayer()
  const [selected, setSelected] = useState<Appeal | null>(null)
  const history = useLayer()
  const [openHistory, setOpenHistory] = useState<ComponentProps<typeof MemberHistory> | null>(null)
  const isOpen = params.filter === 'open'
  const appeals = data?.pages.flatMap(({ items }) => items) ?? []
  const last = data?.pages.at(-1)
  return (
    <section aria-label={t('Appeals')}>
      <div className="filters">
        <SegmentedLinks
          label={t('Appeals')}
          items={[
            {
              label: t('Open ({count, number})', { count: data?.pages[0]?.noOpen ?? 0 }),
              href: path,
              current: isOpen,
            },
            { label: t('Answered'), href: `${path}?filter=answered`, current: !isOpen },
          ]}
        />
      </div>
      {!data ? (
        <Loading error={error} onRetry={refetch} />
      ) : appeals.length === 0 ? (
        <EmptyState
          icon="success"
          title={isOpen ? t('No open appeals') : t('No answered appeals')}
          text={t(
            'Members can appeal each removal, lock or ban once. A different moderator or an admin reviews it.',
          )}
        />
      ) : (
        <Card>
          <ul aria-label={t('Appeals')}>
            {appeals.map((appeal) => (
              <AppealCard
                key={appeal.id}
                appeal={appeal}
                namesMember
                actions={
                  <>
                    {appeal.mayAnswer ? (
                      <Button
                        small
                        aria-label={t('Answer @{name}', { name: appeal.member.username })}
                        onClick={() => {
                          setSelected(appeal)
                          dialog.open()
                        }}
                      >
                        {t('Answer')}
                      </Button>
                    ) : (
                      appeal.outcome === null && (
                        <p className="quiet">{t('Another moderator or an admin needs to answer this.')}</p>
                      )
                    )}
                    {appeal.community && (
                      <Button
                        small
                        variant="soft"
                        aria-label={t("@{name}'s history", { name: appeal.member.username })}
                        onClick={() => {
                          setOpenHistory({
                            communityId: appeal.community?.id ?? '',
                            communityName: appeal.community?.name ?? '',
                            username: appeal.member.username,
                          })
                          history.open()
                        }}
                      >
                        {t('History')}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && last?.next && (
        <LoadMore
          busy={isFetchingNextPage}
          href={`${path}?${new URLSearchParams({ filter: params.filter, next: last.next })}`}
          onLoad={() => fetchNextPage()}
        />
      )}
      {history.isOpen && openHistory && <MemberHistoryDialog {...openHistory} onClose={history.close} />}
      {dialog.isOpen && selected && <AnswerDialog appeal={selected} onClose={dialog.close} />}
    </section>
  )
}

function answered(outcome: AppealOutcome, isReversed: boolean | null): string {
  if (outcome === 'upheld') return t('Appeal declined.')
  return isReversed
    ? t('Appeal accepted. The action was undone.')
    : t("Appeal accepted, but the action couldn't be undone. Something has changed since.")
}

function AnswerDialog({ appeal, onClose }: { appeal: Appeal; onClose: () => void }) {
  const { id, member } = appeal
  const answer = useAnswerAppeal(id)
  const toasts = useToasts()
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const send = (outcome: AppealOutcome) => {
    if (answer.isPending) return
    if (text.trim() === '') return setMistake(t('Write an answer for the member.'))
    answer.mutate(
      { outcome, text },
      {
        onSuccess: ({ isReversed }) => {
          onClose()
          toasts.show(answered(outcome, isReversed), { tone: 'success' })
        },
        onError: (error) => setMistake(refusalText(error)),
      },
    )
  }
  const submit = () => {
    send('overturned')
  }
  return (
    <FormDialog
      title={t('Answer @{name}', { name: member.username })}
      submitLabel={t('Accept and undo')}
      busy={answer.isPending}
      onSubmit={submit}
      onClose={onClose}
      otherActions={
        <Button busy={answer.isPending} onClick={() => send('upheld')}>
          {t('Decline')}
        </Button>
      }
    >
      <PlainLines text={appeal.text} quoted />
      <TextArea
        label={t('Answer')}
        hint={t("Your name isn't shown to the member.")}
        rows={3}
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
