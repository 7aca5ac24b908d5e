import { Type } from 'typebox'
import { int, listOf, Nullable, text, time } from '../entities/schema.ts'
import { ageDeclaredMax, termsVersionsPerPage } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { optional } from './parameters.ts'

/** What people send who join, or who are asked later. */
export const givenAgreement = {
  acceptedTerms: Type.Optional(
    Nullable(
      text(
        'The version of the terms that you accept: `termsToAccept` of `getInitial`. It is required only where that is not empty. An addition of ours.',
      ),
    ),
  ),
  declaredAge: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: ageDeclaredMax,
        description:
          'The age, in years, that you declare to have reached. It is required only where `ageToDeclare` of `getInitial` is not 0, and only that number is stored. An addition of ours.',
      }),
    ),
  ),
}

export const agreementErrors = ['ageNotDeclared', 'termsNotAccepted'] as const

export const agreementEndpoints = {
  agree: endpoint({
    method: 'POST',
    path: '/api/_agreement',
    summary:
      'Accepts the terms and declares the minimum age, where the site asks you for it (`termsToAccept` and `ageToDeclare` of `getInitial`). Where it asks for nothing, nothing changes.',
    who: 'member',
    limit: 'settings',
    body: Type.Object(givenAgreement),
    response: null,
    errors: [...agreementErrors],
  }),
  listTermsVersions: endpoint({
    method: 'GET',
    path: '/api/_admin/terms_versions',
    summary: 'Lists the texts of the terms that someone has accepted, the latest first.',
    who: 'admin',
    query: optional({ next: text('The `next` of the page before.') }),
    response: Type.Object({
      current: text('The version that is shown now; nobody may have accepted it yet.'),
      versions: listOf(
        Type.Object({
          version: text('A hash of the text.'),
          text: text('The text as it was shown, in Markdown.'),
          firstAcceptedAt: time('When someone accepted it first.'),
          acceptedBy: int('How many members accepted it.'),
        }),
        `At most ${termsVersionsPerPage} versions.`,
      ),
      next: Nullable(text('The cursor of the next page; null after the last.')),
    }),
    errors: ['invalidCursor'],
  }),
}
