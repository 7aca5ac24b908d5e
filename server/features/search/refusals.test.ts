import { searchEndpoints } from '../../../contract/endpoints/search.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const ask =
  (query: string) =>
  ({ guest }: Scene) =>
    guest.get(`/api/search?q=birds&${query}`)

describeRefusals(searchEndpoints, {
  search: {
    invalidSearchKind: ask('in=toString'),
    invalidSearchSort: ask('sort=best'),
    limitNotANumber: ask('limit=ten'),
    limitOutOfRange: ask('limit=51'),
    invalidCursor: ask('sort=new&next=abc'),
  },
  suggest: {},
  countResults: {},
})
