import { Type } from 'typebox'
import { RemovalReasons, RemovalTemplate } from '../entities/removal.ts'
import { int } from '../entities/schema.ts'
import { removalTemplatesMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { inPath } from './parameters.ts'

const ofCommunity = Type.Object({ communityId: inPath.communityId })

export const removalEndpoints = {
  getRemovalReasons: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/removal_reasons',
    summary:
      'Returns the rules and templates that moderators choose from when they remove something or ban somebody; for its moderators and admins.',
    who: 'member',
    params: ofCommunity,
    response: RemovalReasons,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  saveRemovalTemplates: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/removal_reasons',
    summary:
      'Replaces the templates for reasons of removals and bans; for moderators of the community and admins.',
    who: 'member',
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({
      version: int(
        'The version of the templates that you have read. If they have changed since, nothing is overwritten.',
      ),
      templates: Type.Array(RemovalTemplate, {
        maxItems: removalTemplatesMax,
        description: 'All templates, in their order.',
      }),
    }),
    response: RemovalReasons,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'invalidRemovalTemplate',
      'removalTemplatesChanged',
    ],
  }),
}
