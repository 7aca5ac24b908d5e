/**
 * Checks all imports against `lib/layers.mjs`, finds circular imports, and checks which files write which tables against
 * `lib/tableWriters.mjs`.
 */
import { circles, forbiddenImports, readImports } from './lib/imports.mjs'
import { layers } from './lib/layers.mjs'
import { root } from './lib/project.mjs'
import { forbiddenWrites, indirectWriters, readStatements, tableWriters } from './lib/tableWriters.mjs'

const imports = readImports(root, ['contract', 'server', 'web'])
const problems = [
  ...forbiddenImports(layers, imports),
  ...circles(imports),
  ...forbiddenWrites(tableWriters, readStatements(root), indirectWriters),
]
for (const problem of problems) console.error(problem)
console.log(
  `${imports.size} files, ${problems.length} problems with what they import and which tables they write`,
)
process.exitCode = problems.length > 0 ? 1 : 0
