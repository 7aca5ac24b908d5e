import type { Plugin } from 'vite'

const importOfSheet = /^import (\w+) from ('[^']+\.module\.css')/gm
const tableOfNames = /^export default \{[^}]*\};?/m

/**
 * Inlines the class names of CSS modules. `import styles from './Card.module.css'` would include an object of all its
 * names, and each first page dozens of such objects, more than a kilobyte compressed. Imported as a namespace, each
 * name is inlined as a string. The bundler then reports a class that does not exist in its style sheet.
 */
export function classNamesInPlace(): Plugin[] {
  return [
    {
      name: 'class-names-in-place',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/web\/.*\.tsx?$/ },
        // Lines stay the same, so source maps need no change; columns are not used.
        handler: (code) => ({ code: code.replace(importOfSheet, 'import * as $1 from $2'), map: null }),
      },
    },
    {
      name: 'style-sheets-without-table',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        // The module has no exports left, but its rules are still needed.
        handler: (code) => ({
          code: code.replace(tableOfNames, ''),
          map: null,
          moduleSideEffects: 'no-treeshake',
        }),
      },
    },
  ]
}
