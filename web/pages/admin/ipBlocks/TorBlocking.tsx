import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/texts/t.ts'
import { siteSettingsQuery, useUpdateSiteSettings } from '../../../data/admin/siteSettings.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import styles from './IpBlocks.module.css'

/** Blocks all requests from the Tor network. */
export function TorBlocking() {
  const { data: settings } = useQuery(siteSettingsQuery)
  const toasts = useToasts()
  const update = useUpdateSiteSettings({
    success: () => toasts.show(t('Settings saved.'), { tone: 'success' }),
    failure: useNotifyRefusal(),
  })
  if (!settings) return null
  const { torBlocked } = settings
  return (
    <Card as="section" padded className={styles.tor} aria-label={t('Tor network')}>
      <Switch
        label={t('Block the Tor network')}
        hint={t('Takes effect right away. The list of Tor exits updates every 15 minutes.')}
        checked={torBlocked}
        disabled={update.isPending}
        onChange={() => update.mutate({ torBlocked: !torBlocked })}
      />
    </Card>
  )
}
