import { type ClipboardEvent, useState } from 'react'
import { ImagePicker } from '../../features/images/ImagePicker.tsx'
import { TextImages } from '../../features/images/TextImages.tsx'
import { mostTextImages } from '../../features/images/useTextImages.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { isWebUrl } from '../../ui/markdown/linkSelection.ts'
import { BodyField } from './BodyField.tsx'
import { typeMistake } from './postMistakes.ts'
import { UrlField } from './UrlField.tsx'
import type { NewPostState } from './useNewPost.ts'

/** The fields of a post of the chosen type, except its title, which is below a URL because it is fetched from it. */
export function NewPostFields({ post, onSubmit }: { post: NewPostState; onSubmit: () => void }) {
  const { fields, change, mistakes, poster } = post
  const [isUrlPasted, setIsUrlPasted] = useState(false)
  const notAllowed = typeMistake(fields.type, poster)
  if (notAllowed !== null)
    return (
      <div role="alert">
        <Banner tone="warning">{notAllowed}</Banner>
      </div>
    )
  if (fields.type === 'image')
    return (
      <ImagePicker
        images={post.images}
        most={poster.imagesPerPost}
        uploads={post.uploads}
        error={mistakes.images}
        onFiles={post.addFiles}
      />
    )
  if (fields.type === 'link')
    return (
      <UrlField
        value={fields.url}
        error={mistakes.url}
        autoFocus={isUrlPasted}
        onChange={(url) => change({ url })}
        onSettled={post.fetchTitleOf}
      />
    )
  const switchToLink = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain').trim()
    if (fields.body !== '' || !isWebUrl(pasted)) return
    event.preventDefault()
    setIsUrlPasted(true)
    change({ type: 'link', url: pasted })
    post.fetchTitleOf(pasted)
  }
  return (
    <BodyField
      value={fields.body}
      onChange={(body) => change({ body })}
      onSubmit={onSubmit}
      onPaste={switchToLink}
      {...(mostTextImages(poster) > 0 && { onImages: post.addBelow })}
      below={<TextImages images={post.images} uploads={post.uploads} mistake={mistakes.images} />}
    />
  )
}
