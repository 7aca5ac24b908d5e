import { t } from '../../../contract/texts/t.ts'
import { ScreenHead } from './ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from './settings/SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  { id: 'crawlers', title: t('Settings'), rows: ['aiCrawlers', 'pagesBeforeCheck'] },
]

/** What programs read, and how they are kept from reading too much. */
export function Traffic() {
  return (
    <>
      <ScreenHead title={t('Traffic')} />
      <SettingsForm group="traffic" sections={sections()} />
    </>
  )
}
