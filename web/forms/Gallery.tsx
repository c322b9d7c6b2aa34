import { type ReactNode, useState } from 'react'
import { Picture } from '../look/Picture.tsx'
import { t } from '../words.ts'
import { loadLater } from '../look/loadLater.tsx'

type Props = {
  paths: readonly string[]
  index?: number
  className?: string
  /** Stands for the picture in its own way, for instance as wide as a text. */
  children?: ReactNode
}

/** One picture of several; a tap shows them large. Give the size by `className`. */
export const Gallery = ({ paths, index = 0, className = 'size-20', children }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-label={t('查看图片')} onClick={() => setOpen(true)} className={children ? 'block w-full' : 'block'}>
        {children ?? <Picture src={paths[index]} alt="" className={className} />}
      </button>
      {open && <GalleryView paths={paths} index={index} onClose={() => setOpen(false)} />}
    </>
  )
}

const GalleryView = loadLater(() => import('./GalleryView.tsx'), { missing: ({ onClose }) => onClose() })
