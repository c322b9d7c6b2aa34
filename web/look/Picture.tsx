import { Image, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '../call.ts'

type Props = {
  src?: string | undefined
  alt: string
  /** Stands where there is no picture. */
  icon?: LucideIcon
  className?: string
}

/** A picture that loads when it comes near; until then, or without one, a quiet ground with an icon. Give the size by `className`. */
export const Picture = ({ src, alt, icon: Icon = Image, className = 'size-14' }: Props) => {
  const [broken, setBroken] = useState('')
  return (
    <span
      className={`relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken text-faint ${className}`}
    >
      <Icon className="size-2/5 max-h-10 max-w-10" strokeWidth={1.6} aria-hidden />
      {src && broken !== src && (
        <img
          src={fileUrl(src)}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          className="absolute inset-0 size-full bg-sunken object-cover"
        />
      )}
    </span>
  )
}
