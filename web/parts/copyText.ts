import { toast } from '../look/toast.ts'
import { t } from '../words.ts'

/** Puts a text on the clipboard and says so; also on a plain http page, where the browser offers the old way alone. */
export const copyText = async (text: string): Promise<void> => {
  if (await copied(text)) toast(t('已复制'), 'success')
  else toast(t('无法复制，请长按选择'), 'error')
}

const copied = async (text: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const box = document.createElement('textarea')
  box.value = text
  box.style.cssText = 'position:fixed;top:0;opacity:0'
  document.body.append(box)
  box.select()
  const done = document.execCommand('copy')
  box.remove()
  return done
}
