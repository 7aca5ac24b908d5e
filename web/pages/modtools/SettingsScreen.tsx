import { commentersName } from '../../../contract/commentLimitNames.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  type DownvoterGroup,
  downvoterGroups,
  type MadeWithAiPolicy,
  madeWithAiPolicies,
} from '../../../contract/words.ts'
import { useViewer } from '../../data/account/initial.ts'
import { usePreview } from '../../data/comments/comments.ts'
import { useEditCommunity, useSetDefault } from '../../data/communities/communityTools.ts'
import { reviewSettingsQuery } from '../../data/moderation/held.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { numberOptions } from '../../ui/forms/numberOptions.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { CommentLimitsForm } from './CommentLimitsForm.tsx'
import { CommunityPictures } from './CommunityPictures.tsx'
import { RenameForm } from './RenameForm.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { SaveForm } from './SaveForm.tsx'
import styles from './SettingsScreen.module.css'
import type { ScreenContext, ScreenProps } from './screen.ts'
import { useDraft } from './useDraft.ts'

export const prepareSettings = ({ community, load }: ScreenContext) => load(reviewSettingsQuery(community.id))

/** Presentation and settings of a community. */
export function SettingsScreen({ community }: ScreenProps) {
  const isAdmin = useViewer()?.isAdmin === true
  return (
    <div className="cards">
      <Card as="section" padded aria-label={t('Icon and banner')}>
        <CommunityPictures community={community} />
      </Card>
      <Card as="section" padded aria-label={t('Settings')}>
        <SettingsForm community={community} />
      </Card>
      <Card as="section" padded aria-label={t('Comments')}>
        <CommentLimitsForm community={community} />
      </Card>
      <Card as="section" padded aria-label={t('Review')}>
        <ReviewForm communityId={community.id} />
      </Card>
      {isAdmin && (
        <Card as="section" padded className={styles.form} aria-label={t('For admins')}>
          <RenameForm key={community.name} community={community} />
          <DefaultSetting community={community} />
        </Card>
      )}
    </div>
  )
}

function DefaultSetting({ community }: { community: Community }) {
  const isDefault = community.isDefault === true
  const setDefault = useSetDefault(community)
  const notifyFailure = useNotifyActionFailure()
  return (
    <div className={styles.admin}>
      <div>
        <h2 className={styles.label}>{t('Default community')}</h2>
        <p className="quiet">
          {isDefault
            ? t('New members join automatically. Guests see it in their menu.')
            : t('If set, new members join automatically and guests see it in their menu.')}
        </p>
      </div>
      <Button
        busy={setDefault.isPending}
        onClick={() => setDefault.mutate(!isDefault, { onError: notifyFailure })}
      >
        {isDefault ? t('Remove as default') : t('Set as default')}
      </Button>
    </div>
  )
}

interface Settings {
  about: string
  postingRestricted: boolean
  moderationLogNames: boolean
  removalReasonRequired: boolean
  downvoters: DownvoterGroup
  scoreHiddenMinutes: number
  madeWithAi: MadeWithAiPolicy
}

const settingsOf = ({
  about,
  postingRestricted,
  moderationLogNames,
  removalReasonRequired,
  downvoters = 'everyone',
  scoreHiddenMinutes = 0,
  madeWithAi = 'allowed',
}: Community): Settings => ({
  about: about ?? '',
  postingRestricted,
  moderationLogNames: moderationLogNames === true,
  removalReasonRequired: removalReasonRequired === true,
  downvoters,
  scoreHiddenMinutes,
  madeWithAi,
})

const policyNames = (): Record<MadeWithAiPolicy, string> => ({
  allowed: t('Allowed'),
  marked: t('Must be marked'),
  refused: t('Not allowed'),
})

const downvoterOptions = () => downvoterGroups.map((value) => ({ value, label: downvotersName(value) }))

function downvotersName(who: DownvoterGroup): string {
  if (who === 'everyone') return t('Everyone')
  return who === 'nobody' ? t('No one') : commentersName(who)
}

function hiddenText(minutes: number): string {
  if (minutes === 0) return t('Never')
  return minutes % 60 === 0
    ? t('For {hours, plural, one {# hour} other {# hours}}', { hours: minutes / 60 })
    : t('For {minutes, plural, one {# minute} other {# minutes}}', { minutes })
}

function SettingsForm({ community }: { community: Community }) {
  const { values: settings, changes, isChanged, change, settle, question } = useDraft(settingsOf(community))
  const edit = useEditCommunity(community)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const save = () => {
    if (edit.isPending) return
    edit.mutate(changes, {
      onSuccess: () => {
        settle(settings)
        toasts.show(t('Settings saved.'), { tone: 'success' })
      },
      onError: notifyFailure,
    })
  }
  return (
    <SaveForm canSave={isChanged} busy={edit.isPending} onSave={save}>
      <MarkdownEditor
        label={t('Description')}
        placeholder={t('What this community is about')}
        value={settings.about}
        onChange={(about) => change({ about })}
        maxLength={limits.communityAboutMaxLength}
        rows={8}
        preview={usePreview()}
        onSubmit={() => isChanged && save()}
      />
      <Switch
        label={t('Restrict posting')}
        hint={t('Only moderators and admins can post. Everyone can comment and vote.')}
        checked={settings.postingRestricted}
        onChange={(postingRestricted) => change({ postingRestricted })}
      />
      <Switch
        label={t("Show moderators' names in the moderation log")}
        hint={t('Otherwise, the log says “A moderator”.')}
        checked={settings.moderationLogNames}
        onChange={(moderationLogNames) => change({ moderationLogNames })}
      />
      <Switch
        label={t('Require a reason for removals')}
        hint={t('Moderators have to choose a rule or write a reason.')}
        checked={settings.removalReasonRequired}
        onChange={(removalReasonRequired) => change({ removalReasonRequired })}
      />
      <Select
        label={t('Who can downvote')}
        value={settings.downvoters}
        onChange={(downvoters) => change({ downvoters })}
        options={downvoterOptions()}
      />
      <Select
        label={t('Hide points on new posts and comments')}
        hint={t('Only moderators see them during this time. Sorting still uses them.')}
        value={String(settings.scoreHiddenMinutes)}
        onChange={(minutes) => change({ scoreHiddenMinutes: Number(minutes) })}
        options={numberOptions(
          [0, 15, 30, 60, 180, 720, 1440],
          community.scoreHiddenMinutes ?? 0,
          hiddenText,
        )}
      />
      <Select
        label={t('Content made with AI')}
        hint={t('Marked posts and comments show “Made with AI”.')}
        value={settings.madeWithAi}
        onChange={(madeWithAi) => change({ madeWithAi })}
        options={madeWithAiPolicies.map((value) => ({ value, label: policyNames()[value] }))}
      />
      {question}
    </SaveForm>
  )
}
