import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedDraft } from '../../../contract/entities/draft.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { draftsQuery, useDeleteDraft, useDraftCalls } from '../../data/drafts/drafts.ts'
import { saveDraftRevision } from '../../device/draftRevisions.ts'
import { saveDraft } from '../../device/drafts.ts'
import { removePostDraft } from '../../device/postDrafts.ts'
import { draftKey } from '../../features/comments/draftKey.ts'
import { bringPostDraft } from '../../features/drafts/bringPostDraft.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Account.module.css'
import { pathOfDraft, placeOfDraft } from './draftPlace.ts'

/** The unsent texts of the viewer, from all devices. */
export function DraftsSection() {
  const { data: drafts, error, refetch } = useQuery(draftsQuery)
  return (
    <Section
      id="drafts"
      heading="h3"
      title={t('Drafts')}
      hint={
        drafts?.length === 0
          ? t("Posts and comments you haven't finished show up here.")
          : t('From all your devices. Drafts are deleted 90 days after the last edit.')
      }
    >
      {drafts ? (
        drafts.length > 0 && (
          <ul className={styles.rows} aria-label={t('Drafts')}>
            {drafts.map((draft) => (
              <DraftRow key={draft.place} draft={draft} />
            ))}
          </ul>
        )
      ) : (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load your drafts.")} lines={2} />
      )}
    </Section>
  )
}

const kindNames = () => ({ post: t('New post'), reply: t('Comment'), edit: t('Edit') })

function DraftRow({ draft }: { draft: ListedDraft }) {
  const notifyFailure = useNotifyFailure()
  const remove = useDeleteDraft()
  const { open, isOpening } = useOpenDraft(draft)
  const { user } = useInitial()
  const { kind, id, commentId } = placeOfDraft(draft.place)
  /** Its form would otherwise save it again. */
  const forgetHere = () => {
    if (!user) return
    saveDraftRevision(draft.place, null)
    if (kind === 'post') removePostDraft(user.id, id)
    else saveDraft(draftKey(user.id, id, commentId ?? undefined), '')
  }
  const name = draft.title || draft.excerpt.trim() || draft.url
  return (
    <li className={styles.row}>
      <div className={classNames(styles.what, styles.text)}>
        <p className={styles.name} dir="auto">
          {isolated(name)}
        </p>
        {draft.title !== '' && draft.excerpt.trim() !== '' && (
          <p className={classNames(styles.facts, styles.excerpt)} dir="auto">
            {isolated(draft.excerpt)}
          </p>
        )}
        <p className={styles.facts}>
          {kindNames()[kind]}
          {draft.community && ` · ${draft.community}`} · <Time at={draft.savedAt} />
        </p>
      </div>
      <Button small busy={isOpening} onClick={open} aria-label={t('Open draft: {name}', { name })}>
        {t('Open')}
      </Button>
      <Button
        small
        variant="soft"
        busy={remove.isPending}
        aria-label={t('Delete draft: {name}', { name })}
        onClick={() => remove.mutate(draft.place, { onError: notifyFailure, onSuccess: forgetHere })}
      >
        {t('Delete')}
      </Button>
    </li>
  )
}

/** Brings a draft to this device, so that its form opens with it, and goes there. */
function useOpenDraft({ place, community }: ListedDraft) {
  const { user } = useInitial()
  const { get } = useDraftCalls()
  const { navigate } = useNavigator()
  const queryClient = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    try {
      const draft = await get(place)
      // It was sent or deleted elsewhere meanwhile.
      if (!draft || !user) return await queryClient.invalidateQueries(draftsQuery)
      const { kind, id, commentId } = placeOfDraft(place)
      if (kind === 'post') bringPostDraft(user.id, draft)
      if (kind === 'reply') {
        saveDraft(draftKey(user.id, id, commentId ?? undefined), draft.body)
        saveDraftRevision(place, { revision: draft.revision, isChanged: false })
      }
      navigate(pathOfDraft(place, community))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setIsOpening(false)
    }
  }
  return { open, isOpening }
}
