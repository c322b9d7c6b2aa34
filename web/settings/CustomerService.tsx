import { Headset } from 'lucide-react'
import { useState } from 'react'
import { hostPages } from '../../domain/workplaces/pageOperations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { QrCode } from '../paper/QrCode.tsx'
import { t } from '../words.ts'

/** Where the operator is asked: a code to scan with another phone or to keep, and the same at a tap. */
export const CustomerService = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Cell icon={Headset} tint="#00a86b" title={t('客服与帮助')} onPress={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('客服与帮助')}>
        {open && <Content />}
      </Sheet>
    </>
  )
}

const Content = () => {
  const { data, error, refetch } = useAsk(hostPages, {}, { staleMs: 600_000 })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Skeleton rows={3} picture={false} />
  const { service } = data
  if (service === null) return <Empty icon={Headset} title={t('没有设置客服')} text={t('请联系本组织的管理员。')} />
  return (
    <div className="flex flex-col items-center gap-4 pb-4 text-center">
      <QrCode text={service} label={t('客服二维码')} className="size-52" />
      <p className="text-body text-quiet">{t('扫码联系客服，工作时间内回复。')}</p>
      <Button wide size="large" kind="secondary" onClick={() => host.open(service)}>
        {t('直接打开')}
      </Button>
    </div>
  )
}
