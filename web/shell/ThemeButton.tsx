import { IconButton } from '../components/IconButton.tsx'
import { setTheme, useTheme } from '../device/theme.ts'
import { NeedsScript } from './NeedsScript.tsx'

/** Switches between light and dark, for those who have no menu to do it in. */
export function ThemeButton() {
  const theme = useTheme()
  return (
    <NeedsScript>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label="Dark mode"
        aria-pressed={theme === 'dark'}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
    </NeedsScript>
  )
}
