import { type ChangeEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { isReference } from '../outbox/files/reference.ts'
import { useAddFile } from '../outbox/files/addFile.ts'
import { forgetFiles } from '../outbox/outbox.ts'
import { t } from '../words.ts'
import { faultWords } from '../shell/faultWords.ts'
import { smaller } from './smaller.ts'

type PicturesInput = {
  /** The paths of the stored pictures, and references to those on this device. */
  value: readonly string[]
  onChange: (paths: readonly string[]) => void
  max: number
}

/** Adds pictures, uploaded at once or kept on this device, and removes them; `previews` are the addresses of those that are on their way, `room` how many more may come. */
export const usePictures = ({ value, onChange, max }: PicturesInput) => {
  const [previews, setPreviews] = useState<readonly string[]>([])
  const [hostFails, setHostFails] = useState(false)
  const addFile = useAddFile()
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  const room = max - value.length - previews.length

  const change = (paths: readonly string[]) => {
    latest.current = paths
    onChange(paths)
  }
  const dropPreview = (preview: string) => setPreviews((now) => now.filter((other) => other !== preview))
  const uploadPicture = async (file: File, preview: string) => {
    try {
      await addFile(await smaller(file), file.name, {
        add: (path) => {
          change([...latest.current, path])
          dropPreview(preview)
        },
        replace: (reference, path) => {
          if (!latest.current.includes(reference)) return
          change(latest.current.flatMap((picture) => (picture === reference ? (path ?? []) : picture)))
        },
      })
    } catch (problem) {
      if (!(problem instanceof CallError)) toast(t('这张图片无法上传'), 'error')
    } finally {
      dropPreview(preview)
      URL.revokeObjectURL(preview)
    }
  }
  const add = async (chosenFiles: readonly File[]) => {
    const files = chosenFiles.slice(0, room)
    if (files.length < chosenFiles.length) toast(t('最多添加{max}个，多选的没有添加', { max }))
    const uploads = files.map((file) => ({ file, preview: URL.createObjectURL(file) }))
    setPreviews((now) => [...now, ...uploads.map(({ preview }) => preview)])
    await Promise.all(uploads.map(({ file, preview }) => uploadPicture(file, preview)))
  }
  const addFromPage = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    return add(files)
  }
  /** The host's own choice; where that fails, the page's takes over from then on. */
  const addFromHost = async (event: MouseEvent) => {
    const { choosePictures } = host
    if (!choosePictures || hostFails) return
    event.preventDefault()
    try {
      await add(await choosePictures(room))
    } catch (error) {
      const words = faultWords(error, t('没有打开相册，请再点一次'))
      setHostFails(true)
      toast(words, 'error')
    }
  }
  const remove = async (path: string) => {
    if (!(await confirmDelete(t('确定删除这张图片吗?')))) return
    change(latest.current.filter((picture) => picture !== path))
    if (isReference(path)) void forgetFiles([path])
  }
  return { previews, room, addFromPage, addFromHost, remove }
}
