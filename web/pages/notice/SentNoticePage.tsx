import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SentNotice } from '../../../contract/entities/notice.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import { limits } from '../../../contract/limits.ts'
import { decidedSentence, redressSentence } from '../../../contract/noticeTexts.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { sentNoticeQuery, useComplain } from '../../data/moderation/notices.ts'
import { refusalText } from '../../features/failures/refusalText.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Notice.module.css'

/** A notice as its sender sees it: receipt, decision, complaint. */
export default function SentNoticePage({ params: { number = '' } }: PageProps) {
  const key = new URLSearchParams(useShownPage().search).get('key')
  const { data: notice } = useSuspenseQuery(sentNoticeQuery(number, key))
  if (!notice) return <WrongLink />
  const { decision, complaint, complainedAt, complaintDecision } = notice
  return (
    <CardPage title={t('Notice {number}', { number })} wide>
      <State notice={notice} hasKey={key !== null} />
      <section className={styles.part} aria-label={t('Your notice')}>
        <p className={styles.facts}>
          {rich('Sent {time} about {address}', {
            time: <Time at={notice.receivedAt} />,
            address: <Link href={notice.address}>{notice.address}</Link>,
          })}
          {notice.ground && ` · ${notice.ground}`}
          {notice.country && ` · ${notice.country}`}
        </p>
        <PlainLines text={notice.text} quoted />
      </section>
      {decision && <Decision {...decision} notice={notice} title={t('Decision')} />}
      {complaint && complainedAt && (
        <section className={styles.part} aria-label={t('Your complaint')}>
          <p className={styles.facts}>{rich('Sent {time}', { time: <Time at={complainedAt} /> })}</p>
          <PlainLines text={complaint} quoted />
        </section>
      )}
      {complaintDecision && (
        <Decision {...complaintDecision} notice={notice} title={t('Decision on the complaint')} onComplaint />
      )}
      {notice.mayComplain && <ComplaintForm notice={notice} secret={key} />}
      {decision && <p className={styles.facts}>{redressSentence()}</p>}
    </CardPage>
  )
}

function WrongLink() {
  return (
    <PageLayout>
      <Head title={t('Notice')} noindex />
      <EmptyState
        icon="empty"
        title={t('Notice not found')}
        text={t('Use the link in your latest email or confirmation. Members need to log in first.')}
      />
    </PageLayout>
  )
}

function State({ notice: { isOpen, complaint, dueAt }, hasKey }: { notice: SentNotice; hasKey: boolean }) {
  return (
    <>
      {isOpen ? (
        <Banner icon="check">
          {complaint === null
            ? t(
                'We received your notice. An admin will decide, usually by {date}. Decisions are never automated.',
                {
                  date: formatDay(dueAt),
                },
              )
            : t(
                'We received your complaint. An admin will decide, usually by {date}. Decisions are never automated.',
                {
                  date: formatDay(dueAt),
                },
              )}
        </Banner>
      ) : (
        <Banner icon="check">{t('An admin made a decision. No automated tools were used.')}</Banner>
      )}
      {hasKey && <p className={styles.text}>{t('Save the link to this page so you can come back.')}</p>}
    </>
  )
}

function Decision({
  act,
  reasons,
  decidedAt,
  notice: { subject },
  title,
  onComplaint = false,
}: NonNullable<SentNotice['decision']> & { notice: SentNotice; title: string; onComplaint?: boolean }) {
  const sentence = decidedSentence(act, subject, { onComplaint })
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <p>{sentence.charAt(0).toUpperCase() + sentence.slice(1)}</p>
      <p className={styles.facts}>
        {t('Reasons')} · <Time at={decidedAt} />
      </p>
      <PlainLines text={reasons} quoted />
    </section>
  )
}

function ComplaintForm({ notice, secret }: { notice: SentNotice; secret: string | null }) {
  const viewer = useViewer()
  const complain = useComplain(notice.number, secret)
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!complain.isPending) complain.mutate(text, { onError: (error) => setMistake(refusalText(error)) })
  }
  return (
    <form
      className={styles.part}
      {...(import.meta.env.SSR && !viewer && { method: 'post', action: formPath('complaint') })}
      onSubmit={submit}
      noValidate
    >
      <h2 className={styles.heading}>{t('Contest the decision')}</h2>
      <input type="hidden" name="number" value={notice.number} />
      <input type="hidden" name="secret" value={secret ?? ''} />
      <TextArea
        label={t("What's wrong with the decision?")}
        hint={t('You can do this once, within six months. Another admin decides, if possible.')}
        name="text"
        rows={3}
        maxLength={limits.noticeMaxLength}
        value={text}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
      <div>
        <Button variant="main" type="submit" busy={complain.isPending}>
          {t('Send complaint')}
        </Button>
      </div>
    </form>
  )
}
