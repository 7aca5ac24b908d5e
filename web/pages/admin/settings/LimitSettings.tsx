import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { settingsQuery } from '../../../data/admin/settings.ts'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { NeedsScript } from '../../../ui/layout/NeedsScript.tsx'
import { limitSections } from './limitSections.ts'
import styles from './SettingsForm.module.css'
import { SettingsForm } from './SettingsForm.tsx'

/** The rate limits, with a filter, because there are many. */
export function LimitSettings() {
  const { data: settings } = useSuspenseQuery(settingsQuery('limits'))
  const [filter, setFilter] = useState('')
  return (
    <>
      <NeedsScript>
        <Card padded className={styles.find}>
          <TextField
            label={t('Filter')}
            type="search"
            value={filter}
            onChange={setFilter}
            placeholder={t('posts, emails, lists')}
            autoComplete="off"
          />
        </Card>
      </NeedsScript>
      <SettingsForm
        group="limits"
        sections={limitSections(settings)}
        filter={filter}
        onMistake={() => setFilter('')}
      />
    </>
  )
}
