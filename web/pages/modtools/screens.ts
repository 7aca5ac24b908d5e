import type { ComponentType } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { AlertsScreen, prepareAlerts } from './AlertsScreen.tsx'
import { AppealsScreen, prepareAppeals } from './AppealsScreen.tsx'
import { BannedScreen, prepareBanned } from './BannedScreen.tsx'
import { ModAutomationScreen, prepareAutomation } from './ModAutomationScreen.tsx'
import { ModmailScreen, prepareModmail } from './ModmailScreen.tsx'
import { ModsScreen } from './ModsScreen.tsx'
import { LockedScreen, prepareLocked, prepareRemoved, RemovedScreen } from './PostsScreen.tsx'
import { prepareReports, ReportsScreen } from './ReportsScreen.tsx'
import { prepareRules, RulesScreen } from './rules/RulesScreen.tsx'
import { prepareSettings, SettingsScreen } from './SettingsScreen.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

export interface Screen {
  /** The last segment of its path. */
  readonly name: string
  /** Label of the tab and title of the page. */
  readonly label: () => string
  readonly Screen: ComponentType<ScreenProps>
  /** Loads its data, besides the community. */
  readonly prepare?: (context: ScreenContext) => Promise<unknown>
}

/** The moderation tools in the order of their tabs. The first is the default. */
export const screens: readonly [Screen, ...Screen[]] = [
  { name: 'settings', label: () => t('Settings'), Screen: SettingsScreen, prepare: prepareSettings },
  { name: 'reports', label: () => t('Reports'), Screen: ReportsScreen, prepare: prepareReports },
  { name: 'appeals', label: () => t('Appeals'), Screen: AppealsScreen, prepare: prepareAppeals },
  { name: 'alerts', label: () => t('Alerts'), Screen: AlertsScreen, prepare: prepareAlerts },
  { name: 'modmail', label: () => t('Modmail'), Screen: ModmailScreen, prepare: prepareModmail },
  { name: 'removed', label: () => t('Removed'), Screen: RemovedScreen, prepare: prepareRemoved },
  { name: 'locked', label: () => t('Locked'), Screen: LockedScreen, prepare: prepareLocked },
  { name: 'banned', label: () => t('Banned'), Screen: BannedScreen, prepare: prepareBanned },
  { name: 'mods', label: () => t('Mods'), Screen: ModsScreen },
  { name: 'rules', label: () => t('Rules'), Screen: RulesScreen, prepare: prepareRules },
  {
    name: 'automation',
    label: () => t('Automation'),
    Screen: ModAutomationScreen,
    prepare: prepareAutomation,
  },
]

const [first] = screens

/** The screen of this name, or the first without a name; undefined when there is none. */
export const findScreen = (name: string | undefined): Screen | undefined =>
  name === undefined ? first : screens.find((screen) => screen.name === name)

export const pathOfScreen = (communityName: string, screen: Screen): string =>
  `/${communityName}/modtools${screen === first ? '' : `/${screen.name}`}`
