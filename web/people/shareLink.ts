import type { ShareContent } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { faultWords } from '../shell/faultWords.ts'

/** Passes a link on by whatever the host has for it. Undefined where it has nothing. */
export const shareBy = (): ((link: ShareContent) => Promise<void>) | undefined => {
  const { share } = host
  return share && ((link) => share(link).catch((error: unknown) => toast(faultWords(error, t('没有分享出去，请重试')), 'error')))
}
