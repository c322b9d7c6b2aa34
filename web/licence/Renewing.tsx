import { licenceContact } from '../../domain/licence/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSession } from '../session/session.ts'
import { t } from '../words.ts'
import { faultWords } from '../shell/faultWords.ts'

/** How the membership goes on: where the host sells it, there; else who to ask. */
export const Renewing = ({ word = '续费' }: { word?: string }) => {
  const { isAdmin } = useSession()
  const { data } = useAsk(licenceContact, {}, { staleMs: 300_000 })
  const { renew } = host
  if (renew)
    return (
      <Button
        size="large"
        wide
        onClick={() => void renew().catch((error: unknown) => toast(faultWords(error, t('没有打开购买页面，请重试')), 'error'))}
      >
        {t(word)}
      </Button>
    )
  if (!data) return null
  const { operator, administrators } = data
  const operatorWords = operator ? t('续费或升级请联系：{contact}', { contact: operator }) : t('续费或升级请联系为您安装在册的服务方。')
  const administratorWords =
    administrators.length > 0 ? t('请联系本单位的管理员：{names}', { names: administrators.join(t('、')) }) : t('请联系本单位的管理员。')
  const contactWords = isAdmin ? operatorWords : administratorWords
  return <p className="select-text text-body">{contactWords}</p>
}
