import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { findTextsToMeasure, rememberMeasured } from './contrast.ts'

/** The smaller of its files, because each page that is checked has to load it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on colours. All others give the same result in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/**
 * Violations that axe finds on the page in its current state, one line each. The themes differ only in colours, so all
 * rules run in the light one, and only those about colours in the dark one. Behind a modal dialog, nobody can see or
 * reach the page, which other tests check without it.
 *
 * @param except rules that do not apply to the current state.
 */
export async function violations(page: Page, theme: Theme, except: string[] = []): Promise<string[]> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
  const found = theme === 'light' ? await wrongInAnyColours(page, except) : []
  const inColours = await wrongColours(page, except)
  return [...found, ...inColours].map((line) => `${theme} ${line}`)
}

/** Loads axe unless the page has it. */
async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}

async function wrongInAnyColours(page: Page, except: string[]): Promise<string[]> {
  await load(page)
  return page.evaluate(
    async ({ tags, left }) => {
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
      const context: axe.ElementContext = {
        ...(dialog && { include: dialog }),
        // The bar that says that a page is loading stands outside of the landmarks, and comes and goes.
        exclude: ['[role="progressbar"][aria-label="Loading"]'],
      }
      const run: Promise<axe.AxeResults> = checker.run(context, {
        runOnly: { type: 'tag', values: tags },
        rules: {
          // Who speaks what they see must reach it (WCAG 2.5.3); no tag of these includes the rule.
          'label-content-name-mismatch': { enabled: true },
          ...Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
        },
        // Frames contain pages of other sites.
        iframes: false,
        // Reporting everything that passed would take longer than the analysis.
        resultTypes: ['violations'],
      })
      const { violations } = await run
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    },
    { tags, left: [...except, ...colourRules] },
  )
}

/** Measures the texts whose styles were not measured before. */
async function wrongColours(page: Page, except: string[]): Promise<string[]> {
  const rules = colourRules.filter((rule) => !except.includes(rule))
  if (rules.length === 0 || !(await findTextsToMeasure(page))) return []
  await load(page)
  const { found, measured } = await page.evaluate(async (values) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // The page may have changed since they were found.
    const texts = [...window.textsToMeasure]
      .map(([key, same]) => [key, same.filter((text) => text.isConnected)] as const)
      .filter(([, same]) => same.length > 0)
    if (texts.length === 0) return { found: [], measured: [] }
    const run: Promise<axe.AxeResults> = checker.run(
      { include: texts.flatMap(([, same]) => same) },
      {
        runOnly: { type: 'rule', values },
        iframes: false,
        elementRef: true,
        resultTypes: ['violations', 'incomplete'],
      },
    )
    const { violations, incomplete } = await run
    // Also those that axe could not measure, such as a text that something lies over.
    const left = new Set(
      [...violations, ...incomplete].flatMap(({ nodes }) => nodes.map((node) => node.element)),
    )
    return {
      found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
      measured: texts.flatMap(([key, same]) =>
        key === '' || same.some((text) => left.has(text)) ? [] : [key],
      ),
    }
  }, rules)
  rememberMeasured(measured)
  return found
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
