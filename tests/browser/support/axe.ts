import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Violations that axe finds on the page in its current state, in one theme; one line each.
 *
 * @param except rules that do not apply to the current state.
 */
export async function violations(
  page: Page,
  theme: 'light' | 'dark',
  except: string[] = [],
): Promise<string[]> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ theme, tags, except }) => {
      const run: Promise<axe.AxeResults> = (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
        // Reporting everything that passed would take longer than the analysis.
        resultTypes: ['violations'],
      })
      const { violations } = await run
      return violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    { theme, tags, except },
  )
}

/**
 * Expects no violations on the page in its current state, in the light and in the dark theme.
 *
 * @param options.except rules that do not apply to the current state.
 */
export async function expectAccessible(
  page: Page,
  { except = [] }: { except?: string[] } = {},
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) expect(await violations(page, theme, except)).toEqual([])
}
