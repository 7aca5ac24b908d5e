import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { AutomationDefinition } from '../../../contract/entities/automation.ts'
import { apiOf } from '../api.ts'
import { moderationKey } from '../moderation/invalidateModeration.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The community whose rules these are; null for the whole site. */
export type AutomationScope = string | null

const keyOf = (scope: AutomationScope) => [moderationKey, 'automation', scope ?? 'site'] as const
const ofScope = (scope: AutomationScope) => (scope === null ? {} : { communityId: scope })

export const automationQuery = (scope: AutomationScope) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'rules'],
    queryFn: async ({ client, signal }) =>
      (await apiOf(client).call('listAutomation', { query: ofScope(scope) }, { signal })).rules,
    staleTime: 0,
  })

/** A rule with its versions and undos, polled while one of these runs. */
export const automationRuleQuery = (scope: AutomationScope, ruleId: string) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'rule', ruleId],
    queryFn: ({ client, signal }) => apiOf(client).call('getAutomation', { params: { ruleId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.undos.some(({ finishedAt }) => finishedAt === null) ? 1000 : false,
  })

/** What the rules applied to, the latest first. */
export const automationHitsQuery = (scope: AutomationScope, ruleId: string | null) => ({
  ...pagedQuery({
    queryKey: [...keyOf(scope), 'hits', ruleId],
    load: (api, start, options) =>
      api.call(
        'listAutomationHits',
        { query: { ...ofScope(scope), ...(ruleId !== null && { rule: ruleId }), ...start } },
        options,
      ),
  }),
  staleTime: 0,
})

type RuleChange = InputOf<'updateAutomation'>['body']
type NewRule = Omit<InputOf<'createAutomation'>['body'], 'communityId'>

/** Loads the rules and what they did again once an undo, which runs in the background, has ended. */
export function useRefetchWhenUndone(
  scope: AutomationScope,
  undo: { readonly id: string; readonly finishedAt: string | null } | undefined,
): void {
  const queryClient = useQueryClient()
  const finished = undo?.finishedAt ? undo.id : null
  useEffect(() => {
    if (finished !== null) queryClient.invalidateQueries({ queryKey: keyOf(scope) })
  }, [queryClient, scope, finished])
}

/** Changes the rules of a community or of the site. */
export function useAutomation(scope: AutomationScope) {
  const given = { communityId: scope }
  // Also after a failure: someone else may have changed them.
  const refetched = {
    onSettled: (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: keyOf(scope) }),
  }
  return {
    create: useApiMutation(
      (api, body: NewRule) => api.call('createAutomation', { body: { ...body, ...given } }),
      refetched,
    ),
    update: useApiMutation(
      (api, { ruleId, ...body }: RuleChange & { readonly ruleId: string }) =>
        api.call('updateAutomation', { params: { ruleId }, body }),
      refetched,
    ),
    remove: useApiMutation(
      (api, ruleId: string) => api.call('deleteAutomation', { params: { ruleId } }),
      refetched,
    ),
    reorder: useApiMutation(
      (api, order: string[]) => api.call('orderAutomation', { body: { order, ...given } }),
      refetched,
    ),
    undo: useApiMutation(
      (api, { ruleId, since }: { readonly ruleId: string; readonly since: string }) =>
        api.call('undoAutomation', { params: { ruleId }, body: { since } }),
      refetched,
    ),
    attempt: useApiMutation((api, definition: AutomationDefinition) =>
      api.call('tryAutomation', { body: { definition, ...given } }),
    ),
    translate: useApiMutation((api, yaml: string) =>
      api.call('importAutomation', { body: { yaml, ...given } }),
    ),
  }
}
