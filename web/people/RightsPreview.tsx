import { useEffect, useEffectEvent, useState } from 'react'
import { rolePreview } from '../../domain/access/roleOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { newId } from '../../kernel/id.ts'
import { call } from '../call.ts'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'

type Props = { title: string; subject: { uid: string } | { roleCode: string }; onClose: () => void }

/** What a person or a role gets: the menu and how much there is to see, to read only. Each opening is written down by the server. */
export const RightsPreview = ({ title, subject, onClose }: Props) => (
  <Sheet open onClose={onClose} title={title} tall>
    <p className="px-1 pb-3 text-small text-quiet">{t('只读预览：不显示具体内容，也不能代为操作。每次预览都会记录。')}</p>
    <Preview subject={subject} />
  </Sheet>
)

const Preview = ({ subject }: Pick<Props, 'subject'>) => {
  const [data, setData] = useState<OutputOf<typeof rolePreview>>()
  const [error, setError] = useState<unknown>()
  const [id] = useState(newId)
  const look = useEffectEvent(() => {
    call(rolePreview, { id, ...subject }, { quiet: true }).then(setData, setError)
  })
  useEffect(() => look(), [])
  if (error !== undefined)
    return (
      <Problem
        error={error}
        onRetry={() => {
          setError(undefined)
          look()
        }}
      />
    )
  if (!data) return <Skeleton rows={6} picture={false} />
  const { menu, assets, documents, stock } = data
  return (
    <>
      <Section title={t('能看到的数量')}>
        <Value label={t('资产')}>{t('{count}件', { count: assets })}</Value>
        {stock !== null && <Value label={t('库存')}>{t('{count}个', { count: stock })}</Value>}
        {documents.map(({ title, count }) => (
          <Value key={title} label={t(title)}>
            {t('{count}个', { count })}
          </Value>
        ))}
      </Section>
      <Section title={t('菜单')}>
        {menu.map(({ group, entries }) => (
          <Value key={group} label={t(group)}>
            {entries.map((entry) => t(entry)).join(t('、'))}
          </Value>
        ))}
      </Section>
    </>
  )
}
