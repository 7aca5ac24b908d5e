import { type NamedSetting, namedSettings } from './namedSettings.ts'
import { entriesOf, keysOf } from './objects.ts'
import {
  type Bucket,
  type RateLimitName,
  type RateLimitSetting,
  rateLimitSetting,
  rateLimits,
} from './rateLimits.ts'
import {
  type About,
  type ChoiceSetting,
  type IntegerSetting,
  integer,
  type SettingDefinition,
  type SettingValue,
} from './settingTypes.ts'

/**
 * What admins change while the site runs: each setting is described once, in namedSettings.ts or, if it is a rate limit, in rateLimits.ts.
 * Validation, the API, the forms, the command line and docs/configuration.md are made from it; settingWords.ts has its words. The environment variable of a
 * setting, if it is set, wins.
 */

type ValueOf<S> = S extends ChoiceSetting<infer Word> ? Word : S extends About<infer Value> ? Value : never

export type SettingName = NamedSetting | RateLimitSetting

/** The value of each setting. */
export type SettingValues = {
  readonly [Name in NamedSetting]: ValueOf<(typeof namedSettings)[Name]>
} & { readonly [Name in RateLimitSetting]: number }

/** Values set by the environment, which cannot be changed while the program runs. */
export type LockedSettings = { readonly [Name in SettingName]?: SettingValue | undefined }

const rateLimitCountMax = 1_000_000

export const rateLimitSettings = Object.fromEntries(
  entriesOf<Record<RateLimitName, readonly Bucket[]>>(rateLimits).flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, IntegerSetting] => [
      rateLimitSetting(limit, bucket),
      integer({ group: 'limits', default: bucket.calls, min: 1, max: rateLimitCountMax }),
    ]),
  ),
) as Record<RateLimitSetting, IntegerSetting>

/** Every setting by its name, in the order of the forms. */
const definitions: Readonly<Record<SettingName, SettingDefinition>> = {
  ...namedSettings,
  ...rateLimitSettings,
}
export const settingNames = keysOf(definitions)

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(definitions, name)
export const settingOf = (name: SettingName): SettingDefinition => definitions[name] as SettingDefinition
