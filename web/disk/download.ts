import { contentAddress, diskZip, type DiskNode, zipAddress } from '../../domain/disk/operations.ts'
import { host } from '../../hosts/here.ts'
import { call } from '../call.ts'

/** Hands files and folders to the person: one file as it is, everything else as a zip. Throws CallError where that is too much. */
export const download = async (nodes: readonly DiskNode[]): Promise<void> => {
  const [only, ...others] = nodes
  if (only?.kind === 'file' && others.length === 0) return host.saveFrom(contentAddress(only, { download: true }))
  const ids = nodes.map(({ id }) => id)
  await call(diskZip, { ids })
  host.saveFrom(zipAddress(ids))
}
