import type { Handle } from './handles.ts'

/** A file to send, with the folders it lay in and what finds it again after a reload. */
export type PickedFile = { readonly file: File; readonly folders: readonly string[]; readonly handle?: Handle | undefined }

/** Files of an input; those of a picked folder know where they lay. */
export const pickedFrom = (files: Iterable<File>): PickedFile[] =>
  [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))

type Opener = (options: { multiple: boolean }) => Promise<(Handle & { readonly kind: string })[]>

/** Lets the person pick files with what finds them again; undefined where the browser has no such thing. Nothing where they think better of it. */
export const pickHandles = (): Promise<PickedFile[]> | undefined => {
  const open = (window as { showOpenFilePicker?: Opener }).showOpenFilePicker
  if (!open) return undefined
  return (async () => {
    try {
      const handles = await open({ multiple: true })
      return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), folders: [], handle })))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return []
      throw error
    }
  })()
}

type DroppedEntry = {
  readonly entry: FileSystemEntry | null
  readonly handle: Promise<(Handle & { readonly kind: string }) | null> | undefined
}

/** What was dropped, folders whole. Must be called while the drop is told: afterwards the browser shows nothing of it any more. */
export const pickedByDrop = (data: DataTransfer): Promise<PickedFile[]> => {
  const dropped: DroppedEntry[] = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      handle: (item as { getAsFileSystemHandle?: () => DroppedEntry['handle'] }).getAsFileSystemHandle?.(),
    }))
  return Promise.all(
    dropped.map(async ({ entry, handle }) => {
      if (!entry) return []
      const found = await below(entry, [])
      const kept = (await handle?.catch(() => null)) ?? undefined
      return entry.isFile && kept?.kind === 'file' ? found.map((each) => ({ ...each, handle: kept })) : found
    }),
  ).then((all) => all.flat())
}

const below = async (entry: FileSystemEntry, folders: readonly string[]): Promise<PickedFile[]> => {
  if (entry.isFile) return [{ file: await new Promise<File>((had, lost) => (entry as FileSystemFileEntry).file(had, lost)), folders }]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // A reader answers a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((had, lost) => reader.readEntries(had, lost))
    if (some.length === 0) break
    inside.push(...some)
  }
  const all: PickedFile[] = []
  for (const each of inside) all.push(...(await below(each, [...folders, entry.name])))
  return all
}
