import type { Place } from '../../kernel/fields/place.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** Asks for a place on a map, over whatever is on show; begins where one is given. Undefined where nothing was chosen. Answers in WGS-84. */
export const choosePlace = async (begin?: Place): Promise<Place | undefined> => {
  try {
    const { showChooser } = await import('./showChooser.tsx')
    return await showChooser(begin)
  } catch {
    toast(t('网络连接失败，请检查网络'), 'error')
    return undefined
  }
}
