import type { Preview } from './operations.ts'

/** How a file can be shown, by what its bytes are and, for text, which has no sign of its own, by its name. `mime` null: not known. */
export const previewOf = (mime: string | null, name: string): Preview | null => {
  const extension = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (mime === null && texts.has(extension)) return 'text'
  if (mime === null) return extension === 'csv' ? 'table' : null
  if (mime === 'application/pdf') return 'pdf'
  if (['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/apng', 'image/bmp'].includes(mime)) return 'picture'
  if (mime.startsWith('audio/')) return 'audio'
  if (mime.startsWith('video/')) return 'video'
  if (mime === 'application/vnd.openxmlformats-officedocument.wordprocessingml.document') return 'docx'
  if (mime === 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') return 'table'
  if (mime === 'application/zip') return 'archive'
  return null
}

const texts: ReadonlySet<string> = new Set(
  'txt md log json xml yml yaml ini conf html htm css js ts tsx jsx py java c h cpp cs go rs sh bat sql svg tex srt properties toml'.split(
    ' ',
  ),
)
