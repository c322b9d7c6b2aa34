import { useState } from 'react'
import { operatorEdition, operatorEditions } from '../../domain/operator/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { DoorWords } from '../entrance/DoorPage.tsx'
import { t } from '../words.ts'
import { useOperatorAsk } from './pass.ts'
import { useAct } from './useAct.ts'

type Sold = OutputOf<typeof operatorEditions>['list'][number]

/** What chats have sold, and how many assets each edition covers. */
export const Editions = () => {
  const { data, error, refetch } = useOperatorAsk(operatorEditions, {})
  const [edition, setEdition] = useState<Sold>()
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (edition) return <One sold={edition} onDone={() => setEdition(undefined)} />
  if (data.list.length === 0) return <Empty title={t('还没有市场订单')} text={t('组织在钉钉、企业微信或飞书购买后，版本会出现在这里。')} />
  return (
    <Section note={t('没有设置的版本按名称里的件数，名称里也没有时不限数量。')}>
      {data.list.map((sold) => (
        <Cell
          key={`${sold.source}/${sold.edition}`}
          title={sold.title}
          text={`${t(marketOf[sold.source] ?? sold.source)} · ${sold.edition} · ${t('{n}个组织', { n: sold.organisations })}`}
          value={
            sold.assetScope === null ? (
              <Tag tone="warn">{t('未设置')}</Tag>
            ) : (
              t('{count}件', { count: sold.assetScope.toLocaleString('en') })
            )
          }
          onPress={() => setEdition(sold)}
        />
      ))}
    </Section>
  )
}

const marketOf: Readonly<Record<string, string>> = { dingtalk: '钉钉', wecom: '企业微信', feishu: '飞书' }

const One = ({ sold: { source, edition, title, assetScope }, onDone }: { sold: Sold; onDone: () => void }) => {
  const [assets, setAssets] = useState(String(assetScope ?? 500))
  const { act, busy, problem } = useAct()
  const submit = async () => {
    const saveResult = await act(operatorEdition, { source, edition, assets: Number(assets) })
    if (!saveResult) return
    toast(t('已保存，{n}个组织的套餐已更新', { n: saveResult.organisations }), 'success')
    onDone()
  }
  return (
    <>
      <Section title={title}>
        <NumberField label={t('资产数量')} value={assets} onChange={setAssets} min={1} max={9_999_999} step={100} required />
      </Section>
      <DoorWords problem={problem} />
      <Button size="large" wide busy={busy} onClick={() => void submit()}>
        {t('保存')}
      </Button>
    </>
  )
}
