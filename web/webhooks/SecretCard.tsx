import { Copy } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { copyText } from '../shell/copyText.ts'
import { t } from '../words.ts'

/** The secret of a webhook the only time that it is shown. */
export const SecretCard = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <Card>
    <h2 className="text-title font-semibold">{t('请现在复制签名密钥')}</h2>
    <p className="mt-1.5 text-body text-quiet">{t('接收方用它按 Standard Webhooks 验证签名。只显示这一次，关闭后无法再查看。')}</p>
    <output className="mt-3 block break-all rounded-control bg-sunken px-4 py-3 font-mono text-body" aria-label={t('签名密钥')} data-secret>
      {secret}
    </output>
    <div className="mt-4 flex flex-col gap-3">
      <Button size="large" wide icon={Copy} onClick={() => void copyText(secret)}>
        {t('复制签名密钥')}
      </Button>
      <Button size="large" wide kind="secondary" onClick={onDone}>
        {t('我已保存')}
      </Button>
    </div>
  </Card>
)
