import { version as released } from '../package.json'

/** The commit that the build was made from, set by vite.config.ts; empty for programs that run from their sources. */
const commit = process.env.BUILD_COMMIT ?? ''

/** The version without the commit, as releases are compared. */
export const version = released

/** Version and commit of the program, as semantic versioning writes them: `0.2.0+4670ff23e1b2`. */
export const programVersion = commit ? `${version}+${commit}` : version
