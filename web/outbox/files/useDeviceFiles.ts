import { useEffect, useState } from 'react'
import { findFile } from './deviceFiles.ts'
import { isReference } from './reference.ts'

/** How a file is shown that may lie on this device: its address, and in words how it stands with it; nothing is said of a stored one. */
export type ShownFile = { readonly address: string; readonly standing?: '待上传' | '已不在本机' }

/** How files are shown; those of this device have an address for as long as they are on show. */
export const useDeviceFiles = (paths: readonly string[]): ((path: string) => ShownFile) => {
  const key = paths.filter(isReference).join(' ')
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string | undefined>>(noAddresses)
  useEffect(() => {
    if (key === '') return
    let isOver = false
    const made: string[] = []
    const open = async (reference: string): Promise<[string, string | undefined]> => {
      const file = await findFile(reference)
      if (!file || isOver) return [reference, undefined]
      const address = URL.createObjectURL(file.blob)
      made.push(address)
      return [reference, address]
    }
    void Promise.all(key.split(' ').map(open)).then((entries) => isOver || setAddresses(new Map(entries)))
    return () => {
      isOver = true
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [key])
  return (path) => {
    if (!isReference(path)) return { address: path }
    const isGone = addresses.has(path) && addresses.get(path) === undefined
    return { address: addresses.get(path) ?? '', standing: isGone ? '已不在本机' : '待上传' }
  }
}

const noAddresses: ReadonlyMap<string, string | undefined> = new Map()
