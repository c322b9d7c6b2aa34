import { host } from '../../hosts/here.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** Puts a text on the clipboard and says so. */
export const copyText = async (text: string): Promise<void> => {
  if (await host.copy(text)) toast(t('已复制'), 'success')
  else toast(t('无法复制，请长按选择'), 'error')
}
