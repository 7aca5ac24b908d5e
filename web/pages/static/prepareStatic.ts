import { staticPageQuery } from '../../data/staticPages.ts'
import type { PageContext } from '../../routes.tsx'

export async function prepareStatic(name: string, { load }: PageContext): Promise<undefined> {
  await load(staticPageQuery(name))
}
