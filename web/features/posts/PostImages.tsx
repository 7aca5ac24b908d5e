import { useState } from 'react'
import type { Image as ImageFacts } from '../../../contract/entities/image.ts'
import { memoryOfPost } from '../../data/posts/postMemory.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Image } from '../../ui/media/Image.tsx'
import { cropped } from '../../ui/media/imageCopies.ts'
import { PictureLink } from '../../ui/media/PictureLink.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Gallery } from './gallery.ts'
import styles from './PostMedia.module.css'

const Lightbox = onDemand(() => import('../../ui/media/Lightbox.tsx'))

interface PostImagesProps {
  postId: string
  images: [ImageFacts, ...ImageFacts[]]
  placement: 'feed' | 'postPage'
  isFirst: boolean
}

/** One picture or a gallery; a press opens the lightbox. */
export function PostImages({ postId, images, placement, isFirst }: PostImagesProps) {
  const memory = memoryOfPost(postId)
  const [index, setIndex] = useState(Math.min(memory.imageGalleryIndex, images.length - 1))
  const large = useLayer()
  const show = (to: number) => {
    memory.imageGalleryIndex = to
    setIndex(to)
  }
  const [only, ...others] = images
  const shown = images[index]
  const color = shown && !shown.ground && shown.averageColor
  return (
    <>
      {color && (
        <svg className={styles.matte} aria-hidden="true">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      {images.length > 1 ? (
        <Gallery
          images={[cropped(only), ...others.map(cropped)]}
          height={placement}
          index={index}
          onIndex={show}
          onOpen={large.open}
          eager={isFirst}
        />
      ) : (
        <PictureLink image={cropped(only)} onOpen={large.open}>
          <Image image={cropped(only)} height={placement} eager={isFirst} />
        </PictureLink>
      )}
      {large.isOpen && <Lightbox images={images} index={index} onIndex={show} onClose={large.close} />}
    </>
  )
}
