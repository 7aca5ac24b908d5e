import { useInitial } from '../../data/account/initial.ts'
import { DevicePush } from '../../features/notifications/DevicePush.tsx'
import { Section } from '../../ui/layout/Section.tsx'

/** Push messages on this device; they arrive even while the site is closed. */
export function NotificationsSection() {
  const { vapidPublicKey } = useInitial()
  return (
    <Section
      id="notifications"
      title="Notifications"
      hint="The bell at the top tells you what is new. This device can tell you even while the site is closed."
    >
      {vapidPublicKey === '' ? <p>This site does not send notifications to devices.</p> : <DevicePush />}
    </Section>
  )
}
