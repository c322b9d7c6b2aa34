import type { Handle } from './handles.ts'

/** A file to send, with the folders it lay in and what finds it again after a reload. */
export type PickedFile = { readonly file: File; readonly folders: readonly string[]; readonly handle?: Handle | undefined }

/** Files of an input; those of a picked folder know where they lay. */
export const pickedFrom = (files: Iterable<File>): PickedFile[] =>
  [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))

type PickedHandle = Handle & { readonly kind: string }
type Opener = (options: { multiple: boolean }) => Promise<PickedHandle[]>

/** What some browsers have besides. */
declare global {
  interface Window {
    showOpenFilePicker?: Opener
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<PickedHandle | null>
  }
}

/** Lets the person pick files with what finds them again; undefined where the browser has no such thing. Nothing where they think better of it. */
export const pickHandles = (): Promise<PickedFile[]> | undefined => {
  const open = window.showOpenFilePicker
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
  readonly handle: Promise<PickedHandle | null> | undefined
}

/** What was dropped, folders whole. Must be called while the drop is told: afterwards the browser shows nothing of it any more. */
export const pickedByDrop = (data: DataTransfer): Promise<PickedFile[]> => {
  const dropped: DroppedEntry[] = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      handle: item.getAsFileSystemHandle?.(),
    }))
  return Promise.all(
    dropped.map(async ({ entry, handle }) => {
      if (!entry) return []
      const files = await below(entry, [])
      const storedHandle = (await handle?.catch(() => null)) ?? undefined
      return entry.isFile && storedHandle?.kind === 'file' ? files.map((file) => ({ ...file, handle: storedHandle })) : files
    }),
  ).then((all) => all.flat())
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const below = async (entry: FileSystemEntry, folders: readonly string[]): Promise<PickedFile[]> => {
  if (isFileEntry(entry)) return [{ file: await new Promise<File>((had, lost) => entry.file(had, lost)), folders }]
  if (!isFolderEntry(entry)) return []
  const reader = entry.createReader()
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
