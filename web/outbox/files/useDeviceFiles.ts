import { useEffect, useState } from 'react'
import { findFile } from './deviceFiles.ts'
import { isReference } from './reference.ts'

/** How a file is shown that may lie on this device: its address, and in words how it stands with it; nothing is said of a stored one. */
export type ShownFile = { readonly address: string; readonly note?: '待上传' | '已不在本机' }

/** How files are shown; those of this device have an address for as long as they are on show. */
export const useDeviceFiles = (paths: readonly string[]): ((path: string) => ShownFile) => {
  const key = paths.filter(isReference).join(' ')
  const [files, setFiles] = useState<ReadonlyMap<string, ShownFile>>(noFiles)
  useEffect(() => {
    if (key === '') return
    let isOver = false
    const addresses: string[] = []
    const open = async (reference: string): Promise<[string, ShownFile]> => {
      const file = await findFile(reference)
      if (!file || isOver) return [reference, { address: '', note: '已不在本机' }]
      const address = URL.createObjectURL(file.blob)
      addresses.push(address)
      return [reference, file.path === undefined ? { address, note: '待上传' } : { address }]
    }
    void Promise.all(key.split(' ').map(open)).then((entries) => isOver || setFiles(new Map(entries)))
    return () => {
      isOver = true
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }, [key])
  return (path) => (isReference(path) ? (files.get(path) ?? { address: '' }) : { address: path })
}

const noFiles: ReadonlyMap<string, ShownFile> = new Map()
