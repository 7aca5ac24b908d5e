import { limitSections } from './limitSections.ts'
import { SettingsForm } from './SettingsForm.tsx'

/** How often somebody may do what. */
export function LimitSettings() {
  return <SettingsForm group="limits" sections={limitSections} />
}
