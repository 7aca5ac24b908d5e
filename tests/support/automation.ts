import type { AutomationDefinition, AutomationRule } from '../../contract/entities/automation.ts'
import type { Member } from './forum.ts'

/** A rule that removes what has the word `spam`, with some fields replaced. */
export const definitionWith = (fields: Partial<AutomationDefinition> = {}): AutomationDefinition => ({
  on: 'new',
  to: 'both',
  when: { is: 'words', list: ['spam'] },
  acts: [{ does: 'remove' }],
  isLast: false,
  sparesStaff: true,
  startsAt: null,
  endsAt: null,
  daily: null,
  ...fields,
})

/** Creates a rule, which acts. @param communityId null for the whole site. */
export async function newAutomation(
  by: Member,
  communityId: string | null,
  fields: Partial<AutomationDefinition> = {},
  {
    name = 'No spam',
    state = 'on',
  }: { readonly name?: string; readonly state?: AutomationRule['state'] } = {},
): Promise<AutomationRule> {
  const answer = await by.post('/api/automation', {
    communityId,
    name,
    state,
    definition: definitionWith(fields),
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
