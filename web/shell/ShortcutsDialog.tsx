import { t } from '../../contract/texts/t.ts'
import { setPreference, usePreference } from '../device/preferences.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import styles from './ShortcutsDialog.module.css'

const shortcutsOf = () =>
  [
    ['/', t('Search')],
    ['j', t('Next post or comment')],
    ['k', t('Previous post or comment')],
    ['o', t('Open post')],
    ['a', t('Upvote')],
    ['z', t('Downvote')],
    ['s', t('Save post')],
    ['c', t('Go to comments, or write one')],
    ['n', t('Next thread')],
    ['p', t('Previous thread')],
    ['u', t('Next unread comment')],
    ['g', t('Go to parent comment')],
    ['f', t('Collapse or expand all threads')],
    ['a', t('Moderation queue: approve this or all selected')],
    ['r', t('Moderation queue: remove or decline (Enter to confirm)')],
    ['l', t('Moderation queue: lock or unlock')],
    ['b', t('Moderation queue: ban author')],
    ['n', t('Moderation queue: history and notes')],
    ['x', t('Moderation queue: select')],
    ['?', t('Show keyboard shortcuts')],
  ] as const

/** The list of keyboard shortcuts, with a switch for this device. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOff = usePreference('shortcuts_disabled') === true
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className={styles.list}>
        {shortcutsOf().map(([key, meaning]) => (
          <div key={meaning} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('Use shortcuts on this device')}
        checked={!areOff}
        onChange={(areOn) => setPreference('shortcuts_disabled', !areOn)}
      />
    </Dialog>
  )
}
