import { communityEndpoints } from '../../../contract/endpoints/communities.ts'
import { badPictures, uploadOf } from '../../../tests/support/pictures.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import { bannedFromReading, type Scene } from '../../../tests/support/scene.ts'

const unknown = '99999999'
type Who = 'member' | 'moderator'

const {
  createCommunity: _nameAndPoints,
  createCommunities: _severalNames,
  renameCommunity: _newName,
  joinCommunity: _membership,
  changeMemberships: _severalMemberships,
  listCommunities: _directory,
  listNewPosts: _counts,
  ...endpoints
} = communityEndpoints

const noCommunity = (method: 'GET' | 'PUT' | 'DELETE', path = '') => ({
  invalidId: ({ moderator }: Scene) =>
    moderator.send({ method, url: `/api/communities/birding${path}`, payload: '{}' }),
  communityNotFound: ({ moderator }: Scene) =>
    moderator.send({ method, url: `/api/communities/${unknown}${path}`, payload: '{}' }),
})

const upload =
  (who: Who, path: string, communityId?: string, file: Buffer = Buffer.from('no picture')) =>
  async (scene: Scene) =>
    scene[who].send({
      ...(await uploadOf(file)),
      url: `/api/communities/${communityId ?? (await idOfBirding(scene))}${path}`,
    })

const uploads = (path: string) => ({
  invalidId: upload('moderator', path, 'birding'),
  communityNotFound: upload('moderator', path, unknown),
  neitherAdminNorModerator: upload('member', path),
  fileSizeExceeded: async (scene: Scene) =>
    scene.moderator.post(`/api/communities/${await idOfBirding(scene)}${path}`, { image: 'a picture' }),
  ...badPictures<Scene>((scene, file) => upload('moderator', path, undefined, file)(scene)),
  unsupportedImage: upload('moderator', path),
})

const removals = (path: string) => ({
  ...noCommunity('DELETE', path),
  neitherAdminNorModerator: async (scene: Scene) =>
    scene.member.delete(`/api/communities/${await idOfBirding(scene)}${path}`),
})

const provocations: Provocations<typeof endpoints> = {
  getCommunity: {
    ...noCommunity('GET'),
    bannedFromCommunity: (scene) =>
      bannedFromReading(scene, (banned) => banned.get('/api/communities/birding?byName=true')),
  },
  updateCommunity: {
    ...noCommunity('PUT'),
    notModerator: async (scene) => scene.member.put(`/api/communities/${await idOfBirding(scene)}`, {}),
    invalidCommunitySetting: async (scene) =>
      scene.moderator.put(`/api/communities/${await idOfBirding(scene)}`, { downvoters: 'friends' }),
  },
  setIcon: uploads('/pro_pic'),
  removeIcon: removals('/pro_pic'),
  setBanner: uploads('/banner_image'),
  removeBanner: removals('/banner_image'),
  visitCommunity: { invalidId: ({ member }) => member.post('/api/_newPosts/birding') },
}

// [ACC-5-046]
describeRefusals(endpoints, provocations)
