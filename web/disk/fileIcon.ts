import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideo,
  Folder,
  type LucideIcon,
  Presentation,
} from 'lucide-react'

type Look = { readonly icon: LucideIcon; readonly tint: string }

export const folderLook: Look = { icon: Folder, tint: '#f5a623' }

/** What stands for a file, by the end of its name. */
export const fileIcon = (name: string): Look => {
  const end = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  return looks.find(({ ends }) => ends.includes(end)) ?? plain
}

const plain: Look = { icon: File, tint: '#8a94a6' }
const looks: readonly (Look & { readonly ends: readonly string[] })[] = [
  { icon: FileImage, tint: '#12a594', ends: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'heic', 'avif', 'svg', 'tif', 'tiff'] },
  { icon: FileVideo, tint: '#8e4ec6', ends: ['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v'] },
  { icon: FileAudio, tint: '#d6409f', ends: ['mp3', 'wav', 'm4a', 'aac', 'ogg', 'flac', 'amr'] },
  { icon: FileType, tint: '#e5484d', ends: ['pdf'] },
  { icon: FileSpreadsheet, tint: '#2b9a66', ends: ['xls', 'xlsx', 'csv', 'et', 'ods'] },
  { icon: Presentation, tint: '#e5702a', ends: ['ppt', 'pptx', 'dps', 'odp', 'key'] },
  { icon: FileText, tint: '#0081ff', ends: ['doc', 'docx', 'wps', 'odt', 'txt', 'md', 'rtf', 'log', 'json', 'xml'] },
  { icon: FileArchive, tint: '#a1734b', ends: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz'] },
]
