import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest by far, most of them because they wait for processes. */
const longFiles = [
  'tests/growth.test.ts',
  'tests/crashes.test.ts',
  'server/platform/markdown/hostile.test.ts',
]

/**
 * The order of the files: a long one that began late would leave the other cores idle in the end. The rest is in the
 * order of Vitest, the largest files first.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
      return place < 0 ? longFiles.length : place
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
