import { Copy } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { copyText } from '../shell/copyText.ts'
import { t } from '../words.ts'

/** A secret the only time that it is shown. */
export const ShownSecret = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <Card>
    <h2 className="text-title font-semibold">{t('请现在复制密钥')}</h2>
    <p className="mt-1.5 text-body text-quiet">
      {t('密钥只显示这一次，关闭后无法再查看。请存放在程序的密码管理或环境变量里，不要写进代码。')}
    </p>
    <output className="mt-3 block break-all rounded-control bg-sunken px-4 py-3 font-mono text-body" aria-label={t('密钥')} data-secret>
      {token}
    </output>
    <div className="mt-4 flex flex-col gap-3">
      <Button size="large" wide icon={Copy} onClick={() => void copyText(token)}>
        {t('复制API密钥')}
      </Button>
      <Button size="large" wide kind="secondary" onClick={onDone}>
        {t('我已保存')}
      </Button>
    </div>
  </Card>
)
