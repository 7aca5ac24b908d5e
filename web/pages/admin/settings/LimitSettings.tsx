import { limitSections } from './limitSections.ts'
import { SettingsForm } from './SettingsForm.tsx'

/** The rate limits. */
export function LimitSettings() {
  return <SettingsForm group="limits" sections={limitSections} />
}
