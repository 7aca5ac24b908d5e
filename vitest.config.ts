import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './tests/support/longFilesFirst.ts'
import { iconSprite } from './web/build/iconSpritePlugin.ts'
import { catalogsModule } from './web/build/textsPlugin.ts'
import { callAddresses } from './web/data/calls/callsPlugin.ts'

// React as it is shipped: its development build takes a fifth of the time of the tests that render pages.
process.env.NODE_ENV = 'production'

// V8 optimizes a function later, in each worker: most code runs too seldom here to earn back what that takes.
setFlagsFromString('--interrupt-budget=1000000')

export default defineConfig({
  plugins: [iconSprite(), callAddresses(), catalogsModule()],
  test: {
    include: ['{bench,contract,server,web,tests,scripts}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/browser/**'],
    globalSetup: './tests/support/globalSetup.ts',
    setupFiles: './tests/support/recordStatements.ts',
    // Each file has a database of its own and no test touches globals, so files may share the loaded modules:
    // loading the server again for each of them takes longer than the tests do.
    pool: 'threads',
    isolate: false,
    // One more than there are cores, because tests also wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFilesFirst },
    // Safety nets: tests wait for events, and must also pass on a machine that does much else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 100_000 } },
    tags: [{ name: 'long', description: '`npm test` leaves it out: see CONTRIBUTING.md.' }],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
