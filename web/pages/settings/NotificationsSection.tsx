import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TextSkeleton } from '../../components/Skeleton.tsx'
import { useInitial } from '../../data/initial.ts'
import { isInstalled, isIos } from '../../device/installPrompt.ts'
import { devicePushQuery, useTurnOffPush, useTurnOnPush } from '../../shell/companion/usePush.ts'
import styles from './NotificationsSection.module.css'
import { Section } from './Section.tsx'

/** Whether this device is told of what is new, also while the site is closed. */
export function NotificationsSection() {
  const { vapidPublicKey } = useInitial()
  return (
    <Section
      id="notifications"
      title="Notifications"
      hint="The bell at the top tells you what is new. This device can tell you even while the site is closed."
    >
      {vapidPublicKey === '' ? <p>This site does not send notifications to devices.</p> : <PushRow />}
    </Section>
  )
}

function PushRow() {
  const { data: state, isError, refetch } = useQuery(devicePushQuery)
  const turnOn = useTurnOnPush()
  const turnOff = useTurnOffPush()
  const [isBusy, setIsBusy] = useState(false)
  const during = async (change: () => Promise<void>) => {
    setIsBusy(true)
    await change()
    setIsBusy(false)
  }
  if (isError) return <ErrorState onRetry={refetch} />
  switch (state) {
    case undefined:
      return <TextSkeleton lines={1} />
    case 'unsupported':
      return (
        <p>
          It looks like your browser doesn't support push notifications.
          {isIos() && !isInstalled() && ' On this device, add the site to the home screen first.'}
        </p>
      )
    case 'blocked':
      return (
        <p>
          Your browser blocks the notifications of this site. Allow them in its settings for this site, then
          come back.
        </p>
      )
    default:
      return (
        <div className={styles.row}>
          <p>{state === 'on' ? 'You are told on this device.' : 'You are not told on this device.'}</p>
          {state === 'on' ? (
            <Button busy={isBusy} onClick={() => during(turnOff)}>
              Turn off
            </Button>
          ) : (
            <Button variant="main" icon="bell" busy={isBusy} onClick={() => during(turnOn)}>
              Turn on
            </Button>
          )}
        </div>
      )
  }
}
