export const pathOfPost = (post: { communityName: string; publicId: string }) =>
  `/${post.communityName}/post/${post.publicId}`
