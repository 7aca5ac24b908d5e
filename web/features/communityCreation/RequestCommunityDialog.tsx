import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { communityRequestsQuery, useRequestCommunity } from '../../data/communities/communityRequests.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import { isTheirs, refusalText } from '../failures/refusalText.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import styles from './RequestCommunityDialog.module.css'
import { RequestStatus } from './RequestStatus.tsx'

/** Requests a community from the admins, and shows the state of earlier requests. */
export default function RequestCommunityDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestCommunity()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.length < limits.communityNameMinLength)
      return setMistake(t('Community name has to have at least 3 characters.'))
    setMistake(null)
    request.mutate(
      { name, note },
      {
        onSuccess: () => {
          setName('')
          setNote('')
          toasts.show(t('Request sent to the admins.'), { tone: 'success' })
        },
        onError: (error) => {
          if (isTheirs(error)) setMistake(refusalText(error))
          else notifyFailure(error)
        },
      },
    )
  }

  return (
    <Dialog title={t('Request a community')} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={t('Name')}
          value={name}
          onChange={(value) => {
            setName(value)
            setMistake(null)
          }}
          maxLength={limits.communityNameMaxLength}
          limitedText
          error={mistake}
        />
        <TextArea
          label={t('Note')}
          rows={3}
          value={note}
          onChange={setNote}
          maxLength={limits.requestNoteMaxLength}
          hint={t("Optional. What it's about and why you want it.")}
        />
        <Button type="submit" variant="main" wide busy={request.isPending}>
          {t('Request community')}
        </Button>
      </form>
      <OwnRequests />
    </Dialog>
  )
}

function OwnRequests() {
  const { data: requests, error, refetch } = useQuery(communityRequestsQuery)
  if (error)
    return (
      <div className={styles.failed}>
        <p role="alert">{t('Request status could not be loaded.')}</p>
        <Button small onClick={() => refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (!requests || requests.length === 0) return null
  return (
    <section className={styles.requests} aria-labelledby="own-requests">
      <h3 id="own-requests" className={styles.heading}>
        {t('Requests')}
      </h3>
      <ul>
        {requests.map((one) => (
          <li key={one.id} className={styles.request}>
            <p>
              <span className={styles.name}>
                {one.communityExists ? (
                  <Link href={`/${one.communityName}`}>{one.communityName}</Link>
                ) : (
                  one.communityName
                )}
              </span>{' '}
              <span className="quiet">{rich('Requested {time}', { time: <Time at={one.createdAt} /> })}</span>
            </p>
            <RequestStatus request={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
