import { useSuspenseQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import type { BlockedPicture } from '../../../contract/entities/blockedPicture.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  blockedPicturesFile,
  blockedPicturesQuery,
  useChangeBlockedPictures,
} from '../../data/admin/blockedPictures.ts'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { blockedText } from '../../features/moderation/blockedText.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './BlockedPictures.module.css'
import { picturesOfCsv } from './pictureList.ts'
import { ScreenHead } from './ScreenHead.tsx'
import { TimeBy } from './TimeBy.tsx'

/** The pictures that nobody may upload, by their perceptual hashes. */
export function BlockedPictures() {
  const { data: pictures } = useSuspenseQuery(blockedPicturesQuery)
  const change = useChangeBlockedPictures()
  const notifyRefusal = useNotifyRefusal()
  const toasts = useToasts()
  const file = useRef<HTMLInputElement>(null)
  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const found = picturesOfCsv((await target.files?.[0]?.text()) ?? '')
    target.value = ''
    if (found.length === 0) return toasts.show(t('This file has no image hashes.'))
    change.mutate(
      { block: found },
      { onSuccess: (answer) => toasts.show(blockedText(answer)), onError: notifyRefusal },
    )
  }
  const running = change.isPending ? change.variables : {}
  return (
    <>
      <ScreenHead
        title={t('Blocked images')}
        hint={t("These images, and images that look like them, can't be uploaded to posts and comments.")}
        action={
          <span className="buttons">
            <Button small busy={running.block !== undefined} onClick={() => file.current?.click()}>
              {t('Import')}
            </Button>
            {pictures.length > 0 && (
              <Button small href={blockedPicturesFile} download>
                {t('Export')}
              </Button>
            )}
          </span>
        }
      />
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label={t('CSV file with image hashes')}
        hidden
        onChange={importFile}
      />
      {pictures.length === 0 ? (
        <EmptyState
          icon="image"
          title={t('No blocked images')}
          text={t('Block the images in a post from its page, or import a list.')}
        />
      ) : (
        <Card>
          <Table
            caption={t('Blocked images')}
            hideCaption
            stacksOnPhones
            rows={pictures}
            keyOf={({ hash }) => hash}
            columns={[
              { header: t('Hash'), cell: ({ hash }) => <code>{hash}</code> },
              { header: t('Note'), cell: Note },
              {
                header: t('Blocked'),
                cell: ({ addedAt, addedBy }) => (
                  <span className={styles.blocked}>
                    <TimeBy at={addedAt} by={addedBy} />
                  </span>
                ),
              },
              {
                header: t('Action'),
                cell: ({ hash }) => (
                  <span data-actions="">
                    <Button
                      small
                      aria-label={t('Unblock {hash}', { hash })}
                      busy={running.unblock?.includes(hash) === true}
                      onClick={() => change.mutate({ unblock: [hash] }, { onError: notifyRefusal })}
                    >
                      {t('Unblock')}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}

/** The server notes the path of the post whose pictures were blocked. */
function Note({ note }: BlockedPicture) {
  if (note === '') return <span data-empty="">–</span>
  return (
    <span dir="auto" className={styles.note}>
      {/^\/\w+\/post\/[\w-]+$/.test(note) ? <Link href={note}>{note}</Link> : isolated(note)}
    </span>
  )
}
