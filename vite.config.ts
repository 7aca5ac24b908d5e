import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { appIcons } from './web/build/appIconsPlugin.ts'
import { chunkGroups } from './web/build/chunks.ts'
import { iconSprite } from './web/build/iconSpritePlugin.ts'
import { classNamesInPlace } from './web/build/inPlace.ts'
import { licences, noPackages } from './web/build/licencesPlugin.ts'
import { reactModules } from './web/build/reactModules.ts'
import { shortNames } from './web/build/scopedNames.ts'
import { shellOf } from './web/build/shellOf.ts'
import { catalogsModule, textsInPlace, textsOfWorker } from './web/build/textsPlugin.ts'
import { callAddresses } from './web/data/calls/callsPlugin.ts'

/**
 * The entry points for Node: the server, the command line, and the rendering of pages, which the server receives as a
 * parameter.
 */
const programs = {
  main: 'server/main.ts',
  cli: 'server/cli/main.ts',
  'entry-server': 'web/entry-server.tsx',
}

/** Who starts a site for the first time does not have to read how long the parts of its build took. */
const checks = { bundlerTimings: false }

/**
 * The commit of the sources, `-dirty` if they were changed since; empty without git. A build is kept as long as the sources are the
 * same (scripts/lib/build.mjs), so later commits that change only documents do not show.
 */
const commit =
  process.env.BUILD_COMMIT ??
  spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).stdout?.trim() ??
  ''

/** Builds go to a folder of their own first: see scripts/lib/bundle.mjs. */
const folder = process.env.BUILD_FOLDER ?? 'dist'

const builds = {
  web: {
    outDir: `${folder}/web`,
    manifest: true,
    target: 'es2022',
    // The content security policy forbids `data:` URLs for scripts and fonts, and separate files are cached longer.
    assetsInlineLimit: 0,
    // Later pages find nearly all their imports loaded, so the preload lists would only make every first page larger.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      checks,
      input: 'web/entry-browser.tsx',
      // Inlines constants, so that their modules do not have to be part of every page.
      optimization: { inlineConst: true },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  worker: {
    outDir: `${folder}/web`,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    rolldownOptions: {
      checks,
      input: 'web/worker/serviceWorker.ts',
      // Browsers know it by its fixed URL, and not all of them support module workers.
      output: { entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
  server: {
    outDir: `${folder}/server`,
    copyPublicDir: false,
    ssr: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { checks, input: programs, output: { entryFileNames: '[name].js' } },
  },
} satisfies Record<string, BuildOptions>

const { forPages, forWorkers } = licences()

/**
 * `--mode web`: the browser build, in `web`. `--mode worker`, after it: the service worker, which contains the list of
 * those files. `--mode server`: the programs for Node, in `server`.
 */
export default defineConfig(({ mode, command }) => ({
  publicDir: 'web/public',
  plugins:
    mode === 'worker'
      ? [textsOfWorker(), noPackages()]
      : [
          mode === 'server' && reactModules(),
          react(),
          iconSprite(),
          appIcons(),
          callAddresses(),
          catalogsModule(),
          mode === 'web' && textsInPlace(),
          classNamesInPlace(),
          forPages,
        ],
  worker: { plugins: () => [forWorkers] },
  // A forgotten NODE_ENV must not ship the development build of React.
  ...(command === 'build' && {
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.BUILD_COMMIT': JSON.stringify(commit),
      ...(mode === 'worker' && shellOf(`${folder}/web`)),
    },
  }),
  ...(command === 'build' && {
    css: { modules: { generateScopedName: shortNames(join(import.meta.dirname, 'web')) } },
  }),
  build: builds[mode as keyof typeof builds] ?? builds.web,
  // One bundle starts twice as fast as a thousand files; packages with native code stay in node_modules.
  ...(command === 'build' && {
    ssr: {
      noExternal: true as const,
      external: ['sharp', '@node-rs/argon2', 'pg-native', ...Object.keys(manifest.optionalDependencies)],
    },
  }),
}))
