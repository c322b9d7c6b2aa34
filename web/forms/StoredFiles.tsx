import { FileText } from 'lucide-react'
import { fileUrl } from '../call.ts'
import { t } from '../words.ts'
import { Gallery } from './Gallery.tsx'

/** Stored files of which only the paths are known: pictures to look at, the rest to open. */
export const StoredFiles = ({ paths }: { paths: readonly string[] }) => {
  const pictures = paths.filter(isPicture)
  const files = paths.filter((path) => !isPicture(path))
  if (paths.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {pictures.map((path, index) => (
        <Gallery key={path} paths={pictures} index={index} className="size-16" />
      ))}
      {files.map((path, index) => (
        <a
          key={path}
          href={fileUrl(path)}
          target="_blank"
          rel="noreferrer"
          className="reach inline-flex h-9 items-center gap-1.5 rounded-full bg-sunken px-3.5 text-small text-accent-strong"
        >
          <FileText size={16} aria-hidden />
          {t('附件{number} {type}', { number: index + 1, type: path.slice(path.lastIndexOf('.') + 1).toUpperCase() })}
        </a>
      ))}
    </div>
  )
}

export const isPicture = (path: string): boolean => /\.(png|jpe?g|webp|gif|avif)$/i.test(path)
