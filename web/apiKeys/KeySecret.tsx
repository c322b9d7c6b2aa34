import { SecretCard } from '../shell/SecretCard.tsx'
import { t } from '../words.ts'

/** The secret of a new key. */
export const KeySecret = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <SecretCard
    secret={token}
    title={t('请现在复制密钥')}
    text={t('密钥只显示这一次，关闭后无法再查看。请存放在程序的密码管理或环境变量里，不要写进代码。')}
    name={t('密钥')}
    copyTitle={t('复制API密钥')}
    onDone={onDone}
  />
)
