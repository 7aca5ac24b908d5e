import type { ComponentType } from 'react'
import { siteSettingsQuery } from '../../data/siteSettings.ts'
import type { PageContext } from '../../routes.tsx'
import { SiteSettings } from './SiteSettings.tsx'

/** One screen of the dashboard, each in a file of its own. */
export interface Screen {
  readonly label: string
  readonly Screen: ComponentType
  /** Loads what the screen shows. */
  readonly prepare: (context: PageContext) => Promise<unknown>
}

/** The screens of the dashboard by the last part of their address; the first stands at /admin itself. */
export const screens: Readonly<Record<string, Screen>> = {
  '': {
    label: 'Site settings',
    Screen: SiteSettings,
    prepare: ({ load }) => load(siteSettingsQuery),
  },
}

export const addressOfScreen = (name: string): string => (name === '' ? '/admin' : `/admin/${name}`)

/** @param name as it stands in the address; null when there is no such screen. */
export const findScreen = (name: string | undefined): Screen | null =>
  name === undefined
    ? (screens[''] ?? null)
    : name && Object.hasOwn(screens, name)
      ? (screens[name] ?? null)
      : null
