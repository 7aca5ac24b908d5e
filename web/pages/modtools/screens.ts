import type { ComponentType } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'
import { AlertsScreen, prepareAlerts } from './AlertsScreen.tsx'
import { AppealsScreen, prepareAppeals } from './AppealsScreen.tsx'
import { BannedScreen, prepareBanned } from './BannedScreen.tsx'
import { ModAutomationScreen, prepareAutomation } from './ModAutomationScreen.tsx'
import { ModmailScreen, prepareModmail } from './ModmailScreen.tsx'
import { ModsScreen, prepareMods } from './ModsScreen.tsx'
import { MovesScreen, prepareMoves } from './MovesScreen.tsx'
import { LockedScreen, prepareLocked, prepareRemoved, RemovedScreen } from './PostsScreen.tsx'
import { prepareReports, ReportsScreen } from './ReportsScreen.tsx'
import { prepareRules, RulesScreen } from './rules/RulesScreen.tsx'
import { prepareSettings, SettingsScreen } from './SettingsScreen.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

export interface Screen {
  /** The last segment of its path. */
  readonly name: string
  /** The permissions of which a moderator needs one to see it; null for none. */
  readonly needs: readonly ModeratorPermission[] | null
  /** Label of the tab and title of the page. */
  readonly label: () => string
  readonly Screen: ComponentType<ScreenProps>
  /** Loads its data, besides the community. */
  readonly prepare?: (context: ScreenContext) => Promise<unknown>
}

/** The mod tools in the order of their tabs. The first is the default. */
export const screens: readonly [Screen, ...Screen[]] = [
  {
    name: 'settings',
    needs: ['settings'],
    label: () => t('Settings'),
    Screen: SettingsScreen,
    prepare: prepareSettings,
  },
  {
    name: 'reports',
    needs: ['content'],
    label: () => t('Reports'),
    Screen: ReportsScreen,
    prepare: prepareReports,
  },
  {
    name: 'appeals',
    needs: ['content', 'members'],
    label: () => t('Appeals'),
    Screen: AppealsScreen,
    prepare: prepareAppeals,
  },
  {
    name: 'alerts',
    needs: ['content'],
    label: () => t('Notifications'),
    Screen: AlertsScreen,
    prepare: prepareAlerts,
  },
  {
    name: 'modmail',
    needs: ['mail'],
    label: () => t('Messages'),
    Screen: ModmailScreen,
    prepare: prepareModmail,
  },
  {
    name: 'removed',
    needs: ['content'],
    label: () => t('Removed'),
    Screen: RemovedScreen,
    prepare: prepareRemoved,
  },
  {
    name: 'locked',
    needs: ['content'],
    label: () => t('Locked'),
    Screen: LockedScreen,
    prepare: prepareLocked,
  },
  {
    name: 'moves',
    needs: ['content'],
    label: () => t('Moves'),
    Screen: MovesScreen,
    prepare: prepareMoves,
  },
  {
    name: 'banned',
    needs: ['members'],
    label: () => t('Banned'),
    Screen: BannedScreen,
    prepare: prepareBanned,
  },
  { name: 'mods', needs: null, label: () => t('Mods'), Screen: ModsScreen, prepare: prepareMods },
  { name: 'rules', needs: ['rules'], label: () => t('Rules'), Screen: RulesScreen, prepare: prepareRules },
  {
    name: 'automation',
    needs: ['rules'],
    label: () => t('Automation'),
    Screen: ModAutomationScreen,
    prepare: prepareAutomation,
  },
]

/** Whether someone sees a screen: admins see all. */
export const maySee = (
  screen: Screen,
  { userPermissions = [] }: Pick<Community, 'userPermissions'>,
  viewer: { isAdmin: boolean } | null,
): boolean =>
  viewer?.isAdmin === true ||
  screen.needs === null ||
  screen.needs.some((permission) => userPermissions.includes(permission))

const [first] = screens

/** The screen of this name, or the first without a name; undefined when there is none. */
export const findScreen = (name: string | undefined): Screen | undefined =>
  name === undefined ? first : screens.find((screen) => screen.name === name)

export const pathOfScreen = (communityName: string, screen: Screen): string =>
  `/${communityName}/modtools${screen === first ? '' : `/${screen.name}`}`
