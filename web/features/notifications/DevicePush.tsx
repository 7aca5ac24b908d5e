import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { isInstalled, isIos } from '../../device/installed.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './DevicePush.module.css'
import { devicePushQuery, useTurnOffPush, useTurnOnPush } from './usePush.ts'

/** Turns push messages on this device on and off; for sites that send them. */
export function DevicePush() {
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
          {t("It looks like your browser doesn't support push notifications.")}
          {isIos() && !isInstalled() && ` ${t('Add this site to your home screen first.')}`}
        </p>
      )
    case 'blocked':
      return (
        <p>
          {t('Your browser is blocking notifications from this site. Allow them in your browser settings.')}
        </p>
      )
    default:
      return (
        <div className={styles.row}>
          <p>
            {state === 'on'
              ? t('Push notifications are turned on for this device.')
              : t('Push notifications are turned off for this device.')}
          </p>
          {state === 'on' ? (
            <Button busy={isBusy} onClick={() => during(turnOff)}>
              {t('Turn off')}
            </Button>
          ) : (
            <Button variant="main" icon="bell" busy={isBusy} onClick={() => during(turnOn)}>
              {t('Turn on')}
            </Button>
          )}
        </div>
      )
  }
}
