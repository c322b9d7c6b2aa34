import { type ReactNode, useRef } from 'react'
import type { Id } from '../../kernel/id.ts'
import { pickedFrom, pickHandles } from './pickedFile.ts'
import { t } from '../words.ts'
import { take } from './NodeList.tsx'

type FilePicker = {
  /** Stands somewhere on the screen; nothing of it is seen. */
  readonly picker: ReactNode
  readonly pick: () => Promise<void>
  readonly pickFolder: () => void
}

/** Choosing files, or a folder with all that lies in it, to be uploaded into a folder. */
export const useFilePicker = (folderId: Id): FilePicker => {
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  const takeFrom = (input: HTMLInputElement) => {
    const picked = pickedFrom(input.files ?? [])
    input.value = ''
    void take(folderId, picked)
  }
  return {
    pick: async () => {
      const handles = pickHandles()
      if (handles) await take(folderId, await handles)
      else files.current?.click()
    },
    pickFolder: () => folders.current?.click(),
    picker: (
      <>
        <input ref={files} type="file" multiple className="hidden" aria-label={t('上传文件')} onChange={({ target }) => takeFrom(target)} />
        <input
          ref={(box) => {
            folders.current = box
            box?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          multiple
          className="hidden"
          aria-label={t('上传文件夹')}
          onChange={({ target }) => takeFrom(target)}
        />
      </>
    ),
  }
}
