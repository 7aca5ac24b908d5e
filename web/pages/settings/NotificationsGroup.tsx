import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { DevicePush } from '../../features/notifications/DevicePush.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SectionGroup } from '../../ui/layout/SectionGroup.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import styles from './Settings.module.css'

/** What the viewer is notified about, and whether this device shows it even while the site is closed. */
export function NotificationsGroup({ viewer }: { viewer: User }) {
  const { vapidPublicKey } = useInitial()
  return (
    <SectionGroup id="notifications" title={t('Notifications')}>
      <Section id="notify-about" heading="h3" title={t('Notify me about')}>
        <div className={styles.rows}>
          <SettingSwitch
            viewer={viewer}
            name="replyNotificationsOff"
            opposite
            label={t('Replies')}
            hint={t('Someone replies to your post or comment.')}
          />
          <SettingSwitch
            viewer={viewer}
            name="mentionNotificationsOff"
            opposite
            label={t('Mentions')}
            hint={t('Someone mentions you as @{username}.', { username: viewer.username })}
          />
          <SettingSwitch
            viewer={viewer}
            name="upvoteNotificationsOff"
            opposite
            label={t('Upvotes')}
            hint={t('Someone upvotes your post or comment.')}
          />
        </div>
      </Section>
      <Section
        id="push"
        heading="h3"
        title={t('Push notifications')}
        hint={t('Get push notifications on this device, even when the site is closed.')}
      >
        {vapidPublicKey === '' ? <p>{t("This site doesn't send push notifications.")}</p> : <DevicePush />}
      </Section>
    </SectionGroup>
  )
}
