import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultBanKind } from '../../../contract/bans.ts'
import type { BannedMember } from '../../../contract/entities/ban.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { useBanFromCommunity } from '../../data/moderation/decisions.ts'
import { removalReasonsQuery } from '../../data/moderation/removal.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { BanFields, banFactsOf, expiryOf, isBanComplete } from './BanFields.tsx'
import { bannedText, banRefusalText } from './banTexts.ts'

interface CommunityBanDialogProps {
  community: Pick<Community, 'id' | 'name'>
  /** Username to ban; without it the dialog asks for one. */
  username?: string
  /** The existing ban to change. */
  before?: BannedMember['ban']
  onClose: () => void
}

/** Bans a member from a community, or changes their ban: kind, duration, reason, and a note. */
export function CommunityBanDialog({ community, username: known, before, onClose }: CommunityBanDialogProps) {
  const ban = useBanFromCommunity({ communityId: community.id, isChange: before !== undefined })
  const { data: reasons } = useQuery(removalReasonsQuery(community.id))
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const [username, setUsername] = useState(known ?? '')
  const [chosen, setChosen] = useState(() =>
    banFactsOf(before ?? null, { kind: defaultBanKind, length: '7' }),
  )
  const [note, setNote] = useState(before?.note ?? '')
  const [mistake, setMistake] = useState<string | null>(null)
  const ruleBefore = reasons?.rules.find(({ rule }) => rule === before?.rule)
  // By default the rule of the existing ban.
  const [isRuleChosen, setIsRuleChosen] = useState(false)
  const facts = isRuleChosen || !ruleBefore ? chosen : { ...chosen, ruleId: String(ruleBefore.id) }
  const name = bareName(username)
  const isComplete = name !== '' && isBanComplete(facts)

  const submit = () => {
    const { kind, reason, ruleId } = facts
    const expires = expiryOf(facts, new Date())
    const isSameReason = before && reason === (before.reason ?? '') && !isRuleChosen
    ban.mutate(
      {
        username: name,
        kind,
        note,
        ...(expires !== undefined && { expires }),
        ...(!isSameReason && { reason, ...(ruleId !== '' && { ruleId: Number(ruleId) }) }),
      },
      {
        onSuccess: (banned) => {
          onClose()
          toasts.show(
            bannedText(banned.username, { kind, community: community.name, isChange: Boolean(before) }),
            { tone: 'success' },
          )
        },
        onError: (error) => {
          const text = banRefusalText(refusalOf(error), name)
          if (text === null) notifyFailure(error)
          setMistake(text)
        },
      },
    )
  }

  return (
    <FormDialog
      title={
        known === undefined
          ? t('Ban user')
          : before
            ? t("Change @{name}'s ban", { name: known })
            : t('Ban @{name}', { name: known })
      }
      submitLabel={before ? t('Save') : t('Ban')}
      danger={!before}
      busy={ban.isPending}
      disabled={!isComplete}
      isQuick
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("They'll be notified of the reason and duration. Their posts and comments stay.")}</p>
      {known === undefined ? (
        <TextField
          label={t('Username')}
          value={username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={mistake}
          onChange={(next) => {
            setUsername(next)
            setMistake(null)
          }}
        />
      ) : (
        <Mistake text={mistake} />
      )}
      <BanFields
        communityId={community.id}
        value={facts}
        before={before ?? null}
        onChange={(next) => {
          if (next.ruleId !== facts.ruleId) setIsRuleChosen(true)
          setChosen(next)
        }}
      />
      <TextArea
        label={t('Note (for moderators only)')}
        rows={2}
        value={note}
        maxLength={limits.banNoteMaxLength}
        onChange={setNote}
      />
    </FormDialog>
  )
}
