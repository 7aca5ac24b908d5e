import { t } from '../../contract/texts/t.ts'
import { setPreference, usePreference } from '../device/preferences.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import styles from './ShortcutsDialog.module.css'

const shortcuts = [
  ['/', 'Search'],
  ['j', 'Next post or comment'],
  ['k', 'Previous post or comment'],
  ['o', 'Open the post'],
  ['a', 'Upvote'],
  ['z', 'Downvote'],
  ['s', 'Save the post'],
  ['c', 'Comments of the post, or write one'],
  ['n', 'Next thread of a discussion'],
  ['p', 'Previous thread'],
  ['u', 'Next comment that is new to you'],
  ['g', 'Go to the comment above'],
  ['f', 'Collapse or expand all threads'],
  ['a', 'In the moderation queue: approve'],
  ['r', 'In the queue: remove, with the reason; Enter to confirm'],
  ['l', 'In the queue: lock or unlock'],
  ['b', 'In the queue: ban the author'],
  ['x', 'In the queue: select'],
  ['?', 'This list'],
] as const

/** The list of keyboard shortcuts, with a switch for this device. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOff = usePreference('shortcuts_disabled') === true
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(([key, meaning]) => (
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
