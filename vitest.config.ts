import { defineConfig } from 'vitest/config'
import { iconSprite } from './web/components/icons/sprite-plugin.ts'

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    include: ['{contract,server,web,tests,scripts}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/browser/**'],
    globalSetup: './tests/support/global-setup.ts',
    // Each file has a database of its own and no test touches globals, so files may share the loaded modules:
    // loading the server again for each of them takes longer than the tests do.
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
