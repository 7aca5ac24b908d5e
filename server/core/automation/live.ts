import type { AutomationState } from '../../../contract/automation.ts'
import type { AutomationDefinition } from '../../../contract/entities/automation.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import { type CompiledDefinition, compile } from './compile.ts'

/** The `notify` channel of changes. */
export const automationChannel = 'automation_rules'

/** A rule as it is kept in memory. */
export interface LiveRule extends CompiledDefinition {
  readonly id: string
  readonly version: number
  /** Null for the whole site. */
  readonly communityId: string | null
  readonly name: string
  readonly state: AutomationState
  readonly place: number
  readonly definition: AutomationDefinition
}

/** The rules that act or log, as this process has them in memory. Every process has a change at once. */
export interface Automation {
  /** Those for posts and comments of a community in their order; the rules of the site come first. */
  rulesFor(communityId: string): readonly LiveRule[]
  /** Whether there are none at all. */
  isEmpty(): boolean
  /** Reads all committed changes. Does nothing while the database is down. */
  refresh(): Promise<void>
  remove(): void
}

/** No rules, for programs without a watch. */
export const noAutomation: Automation = {
  rulesFor: () => [],
  isEmpty: () => true,
  refresh: async () => {},
  remove: () => {},
}

interface StoredRule {
  readonly id: string
  readonly version: number
  readonly community_id: string | null
  readonly name: string
  readonly state: AutomationState
  readonly place: number
  readonly definition: AutomationDefinition
  readonly is_deleted: boolean
  readonly changed: string
}

const inOrder = (rules: readonly LiveRule[]) =>
  [...rules].sort((a, b) => a.place - b.place || Number(a.id) - Number(b.id))

/**
 * Keeps the rules in memory: PostgreSQL notifies of changes, and only those are read.
 *
 * @throws when the database does not answer at the start.
 */
export async function watchAutomation(
  watch: DatabaseWatch,
  onBroken: (rule: { id: string }, error: unknown) => void = () => {},
): Promise<Automation> {
  let known = new Map<string, LiveRule>()
  let version = '-1'
  let ofSite: readonly LiveRule[] = []
  let byCommunity = new Map<string, readonly LiveRule[]>()

  function sortOut() {
    const own = new Map<string, LiveRule[]>()
    const ofAll: LiveRule[] = []
    for (const rule of known.values()) {
      if (rule.communityId === null) ofAll.push(rule)
      else own.set(rule.communityId, [...(own.get(rule.communityId) ?? []), rule])
    }
    ofSite = inOrder(ofAll)
    byCommunity = new Map(
      [...own].map(([communityId, rules]) => [communityId, [...ofSite, ...inOrder(rules)]]),
    )
  }

  const { refresh, remove } = await watch.add({
    channel: automationChannel,
    async read(client, isNew) {
      const since = isNew ? '-1' : version
      const { rows } = await client.query<StoredRule>({
        name: 'changedAutomation',
        text: `select id::text, version, community_id::text, name, state, place, definition, deleted_at is not null as is_deleted,
            changed::text
          from automation_rules where changed > $1::bigint order by changed`,
        values: [since],
      })
      if (rows.length === 0 && !isNew) return
      const next = isNew ? new Map<string, LiveRule>() : known
      for (const row of rows) {
        version = row.changed
        next.delete(row.id)
        if (row.is_deleted || row.state === 'off') continue
        try {
          next.set(row.id, {
            id: row.id,
            version: row.version,
            communityId: row.community_id,
            name: row.name,
            state: row.state,
            place: row.place,
            definition: row.definition,
            ...compile(row.definition, row.community_id === null),
          })
        } catch (error) {
          // A pattern that another version of the program could compile.
          onBroken(row, error)
        }
      }
      known = next
      sortOut()
    },
  })
  return {
    rulesFor: (communityId) => byCommunity.get(communityId) ?? ofSite,
    isEmpty: () => known.size === 0,
    refresh,
    remove,
  }
}
