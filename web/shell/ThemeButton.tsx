import { t } from '../../contract/texts/t.ts'
import { setTheme, useTheme } from '../device/theme.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { NeedsScript } from '../ui/layout/NeedsScript.tsx'

/** Switches between light and dark, for guests, who have no menu for it. */
export function ThemeButton() {
  const theme = useTheme()
  return (
    <NeedsScript>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={t('Dark mode')}
        aria-pressed={theme === 'dark'}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
    </NeedsScript>
  )
}
