import { contentAddress, diskZip, type DiskNode, zipAddress } from '../../../domain/operations/netdisk.ts'
import { call } from '../../call.ts'

/** Lets the browser fetch what our server sends as an attachment, under the server's name for it. */
export const fetchFrom = (address: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Hands files and folders to the person: one file as it is, everything else as a zip. Throws CallError where that is too much. */
export const download = async (nodes: readonly DiskNode[]): Promise<void> => {
  const [only, ...others] = nodes
  if (only?.kind === 'file' && others.length === 0) return fetchFrom(contentAddress(only, { download: true }))
  const ids = nodes.map(({ id }) => id)
  await call(diskZip, { ids })
  fetchFrom(zipAddress(ids))
}
