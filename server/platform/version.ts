import { version } from '../../package.json'

/** The commit that the build was made from, set by vite.config.ts; empty for programs that run from their sources. */
const commit = process.env.BUILD_COMMIT ?? ''

/** Version and commit of the program, as semantic versioning writes them: `0.2.0+4670ff23e1b2`. */
export const programVersion = commit ? `${version}+${commit}` : version
