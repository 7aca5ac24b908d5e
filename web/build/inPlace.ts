import type { Plugin } from 'vite'

const importOfSheet = /^import (\w+) from ('[^']+\.module\.css')/gm
const tableOfNames = /^export default \{[^}]*\};?/m

/**
 * Writes the class names of a style sheet where they are used. `import styles from './Card.module.css'` would bring a table
 * of all its names along, and each first page dozens of tables; imported as a namespace they dissolve into their words. A
 * class that its sheet does not have is then named by the bundler.
 */
export function classNamesInPlace(): Plugin[] {
  return [
    {
      name: 'class-names-in-place',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/web\/.*\.tsx?$/ },
        // No line moves, and who looks for a line does not ask for the column.
        handler: (code) => ({ code: code.replace(importOfSheet, 'import * as $1 from $2'), map: null }),
      },
    },
    {
      name: 'style-sheets-without-table',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        // Kept although in the end nothing is left of the module: the rules belong to it.
        handler: (code) => ({
          code: code.replace(tableOfNames, ''),
          map: null,
          moduleSideEffects: 'no-treeshake',
        }),
      },
    },
  ]
}
