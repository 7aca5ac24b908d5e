import { lazy, Suspense, useState } from 'react'
import type { Image as ImageFacts } from '../../../contract/entities/image.ts'
import { Gallery } from '../../components/Gallery.tsx'
import { Image } from '../../components/Image.tsx'
import { PictureLink } from '../../components/PictureLink.tsx'
import { memoryOfPost } from '../../data/postMemory.ts'
import { useLayer } from '../../shell/useLayer.ts'

const Lightbox = lazy(() => import('../../components/Lightbox.tsx'))

interface PostImages {
  postId: string
  images: [ImageFacts, ...ImageFacts[]]
  place: 'feed' | 'postPage'
  isFirst: boolean
}

/** One picture or a gallery; pressed, each of them is shown as large as the window. */
export function PostImages({ postId, images, place, isFirst }: PostImages) {
  const memory = memoryOfPost(postId)
  const [index, setIndex] = useState(Math.min(memory.imageGalleryIndex, images.length - 1))
  const large = useLayer()
  const show = (to: number) => {
    memory.imageGalleryIndex = to
    setIndex(to)
  }
  const [only] = images
  return (
    <>
      {images.length > 1 ? (
        <Gallery
          images={images}
          height={place}
          index={index}
          onIndex={show}
          onOpen={large.open}
          eager={isFirst}
        />
      ) : (
        <PictureLink image={only} onOpen={large.open}>
          <Image image={only} height={place} eager={isFirst} />
        </PictureLink>
      )}
      {large.isOpen && (
        <Suspense>
          <Lightbox images={images} index={index} onIndex={show} onClose={large.close} />
        </Suspense>
      )}
    </>
  )
}
