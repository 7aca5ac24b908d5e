import { type SettingValue, settingGroups } from '../../contract/settingTypes.ts'
import { parseSetting, writtenSetting } from '../../contract/settingValues.ts'
import { isSettingName, type SettingName, settingNames, settingOf } from '../../contract/siteSettings.ts'
import { getEffectiveSettings } from '../core/settings/live.ts'
import { checkSettings, storeSettings } from '../core/settings/store.ts'
import { Refused } from '../platform/http/refused.ts'
import { type Command, CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'

export const settingsCommand: Command = {
  name: 'settings',
  usage: ['settings list', 'settings get NAME', 'settings set NAME VALUE', 'settings reset NAME'],
  about:
    'Shows and changes the settings that admins can also change in the browser. A running server applies a change ' +
    'within a second. Separate the items of a list with commas; switches are on or off.',

  async run([verb, name, ...rest], context) {
    if (verb === 'list' && name === undefined) return await list(context)
    if (name !== undefined && verb === 'get' && rest.length === 0) return await get(context, named(name))
    if (name !== undefined && verb === 'set' && rest.length > 0) {
      const setting = named(name)
      return await change(context, setting, parsed(setting, rest.join(' ')))
    }
    if (name !== undefined && verb === 'reset' && rest.length === 0)
      return await change(context, named(name), null)
    throw new UsageError('Use list, get, set or reset, followed by the name of a setting.')
  },
}

function named(name: string): SettingName {
  if (!isSettingName(name))
    throw new CommandFailed(`There is no setting "${name}". "./folkmoot settings list" lists all of them.`)
  return name
}

function parsed(name: SettingName, written: string): SettingValue {
  try {
    return parseSetting(settingOf(name), written)
  } catch (reason) {
    throw new CommandFailed(`${name} ${String(reason)}.`)
  }
}

const list = ({ config, ...context }: Context) =>
  withDatabase({ config, ...context }, async ({ db }) => {
    const values = await getEffectiveSettings(db, config.locked)
    for (const group of settingGroups) {
      const names = settingNames.filter((name) => settingOf(name).group === group)
      if (names.length > 0) context.terminal.say(`# ${group}`)
      for (const name of names) {
        const { variable } = settingOf(name)
        const locked = config.locked[name] === undefined ? '' : `  (set by ${variable})`
        context.terminal.say(`${name} = ${written(values[name])}${locked}`)
      }
    }
    return exitCodes.done
  })

const get = (context: Context, name: SettingName) =>
  withDatabase(context, async ({ db }) => {
    const values = await getEffectiveSettings(db, context.config.locked)
    context.terminal.say(written(values[name]))
    return exitCodes.done
  })

/** @param value null: the default. */
const change = (context: Context, name: SettingName, value: SettingValue | null) =>
  withDatabase(context, async ({ db }) => {
    const { locked } = context.config
    try {
      const checked = checkSettings([{ name, value }], locked)
      const changes = await db.transaction().execute((trx) => storeSettings(trx, checked, { by: null }))
      const values = await getEffectiveSettings(db, locked)
      context.terminal.say(
        `${name} is ${changes.length === 0 ? 'already' : 'now'} ${written(values[name]) || 'empty'}.`,
      )
      return exitCodes.done
    } catch (error) {
      if (error instanceof Refused) throw new CommandFailed(error.message)
      throw error
    }
  })

const written = (value: SettingValue | undefined): string =>
  value === undefined ? '' : writtenSetting(value)
