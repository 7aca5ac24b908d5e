import { expect, it } from 'vitest'
import { initialBudgets, sameOnServer } from './useRenderBudget.ts'

it('a page of the server is the same for numbers of comments that the first budgets do not tell apart', () => {
  const shownOf = (total: number) => {
    const { budget, phoneBudget } = initialBudgets({ total, minimum: 1, arrival: 'first' })
    return {
      isEmpty: total === 0,
      budget,
      phoneBudget,
      isWhole: budget >= total,
      onPhones: phoneBudget >= total,
    }
  }
  for (let total = 0; total <= 50; total += 1) expect(shownOf(sameOnServer(total))).toEqual(shownOf(total))
})
