/** Holds every import of ours against `lib/layers.mjs`, and finds files that import each other in a circle. */
import { circles, forbiddenImports, readImports } from './lib/imports.mjs'
import { layers } from './lib/layers.mjs'
import { root } from './lib/project.mjs'

const imports = readImports(root, ['contract', 'server', 'web'])
const problems = [...forbiddenImports(layers, imports), ...circles(imports)]
for (const problem of problems) console.error(problem)
console.log(`${imports.size} files, ${problems.length} problems with what they import`)
process.exitCode = problems.length > 0 ? 1 : 0
