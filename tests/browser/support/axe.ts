import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects that axe finds nothing to complain about on the page as it stands, in the light and in the dark theme.
 *
 * @param options.except rules of axe that do not fit what is open on the page.
 */
export async function expectAccessible(
  page: Page,
  { except = [] }: { except?: string[] } = {},
): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules(except).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`,
    )
    expect(found).toEqual([])
  }
}
