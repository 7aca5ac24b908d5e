import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on colours. All others find the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe complains about on the page as it stands, one line each. Only colours differ between the themes, so only the
 * light one is held to every rule.
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
    async ({ theme, tags, colourRules, except }) => {
      const run: Promise<axe.AxeResults> = (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...(theme === 'light'
          ? {
              runOnly: { type: 'tag', values: tags },
              rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
            }
          : { runOnly: { type: 'rule', values: colourRules.filter((rule) => !except.includes(rule)) } }),
        // What stands in frames comes from others.
        iframes: false,
        // Describing everything that passed takes longer than finding it.
        resultTypes: ['violations'],
      })
      const { violations } = await run
      return violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    { theme, tags, colourRules, except },
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
  // The bar that says that a page is loading stands outside of the landmarks.
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  for (const theme of ['light', 'dark'] as const) expect(await violations(page, theme, except)).toEqual([])
}
