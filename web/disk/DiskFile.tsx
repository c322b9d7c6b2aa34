import { type ReactNode, useEffect } from 'react'
import { beginUploads } from './UploadBar.tsx'
import { useSearch } from '../screen.ts'
import { back } from '../travel.ts'
import { FileView } from './FileView.tsx'

/** One file by itself: what a list on a phone opens, and links to a file lead to. */
export default function DiskFile(): ReactNode {
  const { id = '' } = useSearch('/pages/netdisk/diskfile')
  useEffect(() => beginUploads(), [])
  return <FileView id={id} onGone={() => void back()} />
}
