import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { communityRequestsQuery, useDenyRequest } from '../../data/communities/communityRequests.ts'
import { refusalOf } from '../../data/failure.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { RequestStatus } from '../../features/communityCreation/RequestStatus.tsx'
import { refusalText } from '../../features/failures/refusalText.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './CommunityRequests.module.css'
import { ScreenHead } from './ScreenHead.tsx'

const CreateCommunityDialog = onDemand(
  () => import('../../features/communityCreation/CreateCommunityDialog.tsx'),
)

/** Requests for communities, which admins approve by creating the community, or deny. */
export function CommunityRequests() {
  const { data: requests, error, refetch } = useQuery(communityRequestsQuery)
  const creating = useLayer()
  const denying = useLayer()
  const [selected, setSelected] = useState<CommunityRequest | null>(null)
  const [deniedByOthers, setDeniedByOthers] = useState<ReadonlySet<number>>(new Set())
  const about = (request: CommunityRequest, layer: typeof creating) => {
    setSelected(request)
    layer.open()
  }
  return (
    <>
      <ScreenHead
        title={t('New community requests')}
        hint={t('Requests from the last {count, plural, one {# day} other {# days}}.', {
          count: limits.requestDays,
        })}
      />
      {requests ? (
        requests.length === 0 ? (
          <EmptyState
            icon="communities"
            title={t('No requests')}
            text={t('Members can request a community on the Communities page.')}
          />
        ) : (
          <Card>
            <ul>
              {requests.map((request) => (
                <li key={request.id} className={styles.row}>
                  <Request request={request} />
                  {deniedByOthers.has(request.id) && (
                    <p className={styles.late} role="status">
                      {t('Another admin already denied this.')}
                    </p>
                  )}
                  {!request.communityExists && !request.deniedAt && (
                    <div className={styles.actions}>
                      <Button
                        small
                        aria-label={t('Create {community}', { community: request.communityName })}
                        onClick={() => about(request, creating)}
                      >
                        {t('Create')}
                      </Button>
                      <Button
                        small
                        aria-label={t('Deny {community}', { community: request.communityName })}
                        onClick={() => about(request, denying)}
                      >
                        {t('Deny')}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )
      ) : error ? (
        <ErrorState text={t('Request status could not be loaded.')} onRetry={() => refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Spinner label={t('Loading')} />
        </div>
      )}
      {creating.isOpen && selected && (
        <CreateCommunityDialog suggestedName={selected.communityName} onClose={creating.close} />
      )}
      {denying.isOpen && selected && (
        <DenyDialog
          request={selected}
          onDeniedBefore={() => {
            setDeniedByOthers(new Set([...deniedByOthers, selected.id]))
            refetch()
          }}
          onClose={denying.close}
        />
      )}
    </>
  )
}

function Request({ request }: { request: CommunityRequest }) {
  const { communityName, communityExists, byUser, createdAt, note } = request
  return (
    <div className={styles.texts}>
      <p className={styles.name}>
        {communityExists ? <Link href={`/${communityName}`}>{communityName}</Link> : communityName}
      </p>
      <p className={styles.by}>
        {rich('{user}, {time}', {
          user: <Link href={pathOfUser(byUser)}>@{byUser}</Link>,
          time: <Time at={createdAt} />,
        })}
      </p>
      {note && (
        <p className={styles.note} dir="auto">
          {isolated(note)}
        </p>
      )}
      <RequestStatus request={request} />
    </div>
  )
}

interface DenyDialogProps {
  request: CommunityRequest
  onDeniedBefore: () => void
  onClose: () => void
}

/** Denies a request. The note starts with the sentence that says so; the admin may add reasons. */
function DenyDialog({ request, onDeniedBefore, onClose }: DenyDialogProps) {
  const deny = useDenyRequest()
  const [note, setNote] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const sentence = t('Your request for +{community} has been declined.', {
    community: request.communityName,
  })
  const submit = () => {
    deny.mutate(
      { request, text: `${sentence} ${note.trim()}`.trim() },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (refusalOf(error)?.code !== 'already_denied') return setMistake(refusalText(error))
          onDeniedBefore()
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('Deny request for {community}', { community: request.communityName })}
      submitLabel={t('Deny')}
      danger
      busy={deny.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('Note')}
        rows={3}
        value={note}
        onChange={(value) => {
          setNote(value)
          setMistake(null)
        }}
        maxLength={limits.denialNoteMaxLength - sentence.length - 1}
        hint={t('@{name} gets this message, followed by your note: “{sentence}”', {
          name: request.byUser,
          sentence,
        })}
        error={mistake}
      />
    </FormDialog>
  )
}
