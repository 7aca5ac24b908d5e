import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Community, Rule } from '../../../contract/entities/community.ts'
import { useApi } from '../api.ts'
import { communityQuery } from './communities.ts'
import { putCommunity } from './communityTools.ts'

/** The texts of a rule. */
export interface RuleTexts {
  readonly rule: string
  readonly description: string
}

/** The rules in the order of these ids; those without an id there come last. */
export const inOrder = (rules: readonly Rule[], order: readonly number[]): Rule[] => {
  const indexOf = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length)
  return rules.toSorted((a, b) => indexOf(a.id) - indexOf(b.id))
}

/** The ids, with one of them moved. */
export const moved = (order: readonly number[], id: number, to: number): number[] =>
  order.filter((one) => one !== id).toSpliced(Math.max(0, to), 0, id)

/** Changes the rules of a community. A new order shows at once, everything else once the server has it. */
export function useRules({ id: communityId, name }: Community) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = communityQuery(name)
  const known = () => queryClient.getQueryData(queryKey)?.rules ?? []
  const put = (rules: Rule[]) => putCommunity(queryClient, name, { rules })
  const add = useMutation({
    mutationFn: (body: RuleTexts) => api.call('createRule', { params: { communityId }, body }),
    onSuccess: put,
  })
  const edit = useMutation({
    mutationFn: ({ id, ...body }: RuleTexts & Pick<Rule, 'id' | 'zIndex'>) =>
      api.call('updateRule', { params: { communityId, ruleId: String(id) }, body }),
    onSuccess: (fresh) => put(known().map((rule) => (rule.id === fresh.id ? fresh : rule))),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Rule) => api.call('deleteRule', { params: { communityId, ruleId: String(id) } }),
    onSuccess: (gone) => put(known().filter(({ id }) => id !== gone.id)),
  })
  const reorder = useMutation({
    mutationKey: ['reorder rules', communityId],
    // Serialized, so that the last request wins.
    scope: { id: `reorder rules ${communityId}` },
    mutationFn: (order: number[]) => api.call('reorderRules', { params: { communityId }, body: { order } }),
    onMutate: (order) => put(inOrder(known(), order)),
    onSuccess: (fresh) => {
      const isLast = queryClient.isMutating({ mutationKey: ['reorder rules', communityId] }) === 1
      if (isLast) put(fresh)
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return { add, edit, remove, reorder }
}
