import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** The smaller of its files, because each page that is checked has to load it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on colours. All others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Violations that axe finds on the page in its current state, one line each. The themes differ only in colours, so all
 * rules run in the light one, and only those about colours in the dark one. Behind a modal dialog, nobody can see or
 * reach the page, which other tests check without it.
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ theme, tags, colourRules, except }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
      const context: axe.ElementContext = {
        ...(dialog && { include: dialog }),
        // The bar that says that a page is loading stands outside of the landmarks, and comes and goes.
        exclude: ['[role="progressbar"][aria-label="Loading"]'],
      }
      const run: Promise<axe.AxeResults> = checker.run(context, {
        ...(theme === 'light'
          ? {
              runOnly: { type: 'tag', values: tags },
              rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
            }
          : { runOnly: { type: 'rule', values: colourRules.filter((rule) => !except.includes(rule)) } }),
        // Frames contain pages of other sites.
        iframes: false,
        // Reporting everything that passed would take longer than the analysis.
        resultTypes: ['violations'],
      })
      const { violations } = await run
      return violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    { theme, tags, colourRules, except },
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
