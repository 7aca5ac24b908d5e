import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultSiteBanKind } from '../../../contract/bans.ts'
import type { Member } from '../../../contract/entities/member.ts'
import { t } from '../../../contract/texts/t.ts'
import { vouchingPauseDays } from '../../../contract/trust.ts'
import type { BanKind } from '../../../contract/words.ts'
import { useBanUser } from '../../data/admin/siteBan.ts'
import { memberTrustQuery } from '../../data/trust/trust.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { type BanFacts, BanFields, banFactsOf, expiryOf, isBanComplete } from './BanFields.tsx'
import { siteBanFailureText } from './siteBanText.ts'

interface SiteBanDialogProps {
  username: string
  /** The existing ban to change. */
  before?: Member['siteBan']
  /** After the ban. */
  onBanned: (kind: BanKind) => void
  onClose: () => void
}

/** Bans a member from the site in two steps: options, then confirmation. */
export default function SiteBanDialog({ username, before = null, onBanned, onClose }: SiteBanDialogProps) {
  const [facts, setFacts] = useState(() =>
    banFactsOf(before, { kind: defaultSiteBanKind, length: 'forever' }),
  )
  const [deletesContent, setDeletesContent] = useState(false)
  const [isBot, setIsBot] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  if (isAsking)
    return (
      <Confirmation
        username={username}
        before={before}
        facts={facts}
        deletesContent={deletesContent}
        isBot={isBot}
        onBanned={onBanned}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={before ? t("Change @{name}'s ban", { name: username }) : t('Ban @{name}', { name: username })}
      submitLabel={t('Continue')}
      busy={false}
      disabled={!isBanComplete(facts)}
      isQuick
      onSubmit={() => setIsAsking(true)}
      onClose={onClose}
    >
      <p>
        {facts.kind === 'reading'
          ? t("They're logged out everywhere and can't log in. You can lift the ban later.")
          : t(
              'They stay logged in and get a notification with the reason and duration. You can lift the ban later.',
            )}
      </p>
      <BanFields communityId={null} value={facts} before={before} onChange={setFacts} />
      <Checkbox
        label={t("Delete all of the user's posts and comments")}
        hint={t("You can restore them for 30 days. After that, they're erased.")}
        checked={deletesContent}
        onChange={setDeletesContent}
      />
      <Checkbox label={t('Bot or spam account')} checked={isBot} onChange={setIsBot} />
      {isBot && <Vouchers username={username} />}
    </FormDialog>
  )
}

/** Whose vouching counts no longer after the ban. */
function Vouchers({ username }: { username: string }) {
  const { data: trust } = useQuery(memberTrustQuery(username))
  const count = trust?.vouchedBy.filter(({ counts }) => counts).length ?? 0
  if (count === 0) return null
  return (
    <p role="status">
      {t(
        "{count, plural, one {# member vouched for this account. Their vouches won't count for {days, number} days.} other {# members vouched for this account. Their vouches won't count for {days, number} days.}}",
        { count, days: vouchingPauseDays },
      )}
    </p>
  )
}

interface ConfirmationProps extends SiteBanDialogProps {
  facts: BanFacts
  deletesContent: boolean
  isBot: boolean
}

/** Deleting content reaches far, so it requires typing the name; a ban alone does not. */
function Confirmation({
  username,
  before = null,
  facts,
  deletesContent,
  isBot,
  onBanned,
  onClose,
}: ConfirmationProps) {
  const toasts = useToasts()
  const ban = useBanUser()
  const [typed, setTyped] = useState('')
  const submit = () => {
    if (deletesContent && typed.trim().toLowerCase() !== username.toLowerCase())
      return toasts.show(t('Usernames do not match!'), { tone: 'danger' })
    ban.mutate(
      {
        username,
        kind: facts.kind,
        reason: facts.reason,
        expires: expiryOf(facts, new Date()),
        deletesContent,
        isBot,
      },
      {
        onSuccess: () => onBanned(facts.kind),
        onError: (error) => toasts.show(siteBanFailureText('ban', error), { tone: 'danger' }),
      },
    )
  }
  return (
    <FormDialog
      title={before ? t("Change @{name}'s ban?", { name: username }) : t('Ban @{name}?', { name: username })}
      submitLabel={before ? t('Change ban') : t('Ban user')}
      danger
      busy={ban.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {deletesContent && (
        <p>
          {t('All posts and comments by @{name} will be removed. You can restore them for 30 days.', {
            name: username,
          })}
        </p>
      )}
      <TextField
        label={deletesContent ? t('Username') : t('Username (optional)')}
        hint={t('Type {name} to confirm.', { name: username })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
