import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe complains about on the page as it stands, in one of the themes; one line each.
 *
 * @param except rules of axe that do not fit what is open on the page.
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
        // Describing everything that passed takes longer than finding it.
        resultTypes: ['violations'],
      })
      const { violations } = await run
      return violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    { theme, tags, except },
  )
}

/**
 * Expects that axe finds nothing to complain about on the page as it stands, in the light and in the dark theme.
 *
 * @param options.except rules of axe that do not fit what is open on the page.
 */
export async function expectAccessible(
  page: Page,
  { except = [] }: { except?: string[] } = {},
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) expect(await violations(page, theme, except)).toEqual([])
}
