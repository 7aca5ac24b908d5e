import type { ReactNode } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Settings } from '../../data/account/settings.ts'
import { usePreview } from '../../data/comments/comments.ts'
import { OwnPicture } from '../../features/pictures/Picture.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import styles from './AccountForm.module.css'
import { EmailState } from './EmailState.tsx'

interface ProfileSectionProps {
  viewer: User
  settings: Settings
  emailMistake: string | null
  onChange: (changes: Partial<Settings>) => void
  onSubmit: () => void
  /** At its end. */
  children: ReactNode
}

/** The profile. The picture is saved separately, at once. */
export function ProfileSection({
  viewer,
  settings,
  emailMistake,
  onChange,
  onSubmit,
  children,
}: ProfileSectionProps) {
  return (
    <Section id="profile" heading="h3" title={t('Profile')}>
      <div className={styles.identity}>
        <OwnPicture user={viewer} />
        <div className={styles.name}>
          <TextField
            label={t('Username')}
            name="username"
            autoComplete="username"
            readOnly
            hint={t("Usernames can't be changed.")}
            value={viewer.username}
            onChange={() => {}}
          />
        </div>
      </div>
      <TextField
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="email"
        hint={t('Only you and the admins can see it.')}
        value={settings.email}
        error={emailMistake}
        onChange={(email) => onChange({ email })}
      />
      <EmailState viewer={viewer} draft={settings.email} />
      <MarkdownEditor
        label={t('About me')}
        name="aboutMe"
        maxLength={limits.aboutMeMaxLength}
        value={settings.aboutMe}
        onChange={(aboutMe) => onChange({ aboutMe })}
        onSubmit={onSubmit}
        preview={usePreview()}
      />
      {children}
    </Section>
  )
}
