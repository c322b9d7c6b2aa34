import { FileText } from 'lucide-react'
import { documentKinds } from '../../domain/documents/all.ts'
import { slipTemplateList } from '../../domain/paper/slipTemplateOperations.ts'
import { useAsk } from '../ask.ts'
import { hrefOf } from '../frames.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Tag } from '../look/Tag.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

const areas = [
  { title: '资产单据', begins: 'Gs' },
  { title: '耗材单据', begins: 'Cs' },
  { title: '协同办公', begins: 'Oa' },
] as const

/** The kinds of documents, each with how the organisation prints it. */
export default function SlipTemplates() {
  const { data, error, refetch } = useAsk(slipTemplateList, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  const ownKinds = new Set(data.list.map(({ kind }) => kind))
  return (
    <Page width="form" onRefresh={refetch}>
      {areas.map(({ title, begins }) => (
        <Section key={begins} title={t(title)}>
          {documentKinds
            .filter(({ kind }) => kind.startsWith(begins))
            .map(({ kind, title: kindTitle }) => (
              <Cell
                key={kind}
                icon={FileText}
                title={t(kindTitle)}
                value={ownKinds.has(kind) && <Tag tone="accent">{t('已修改')}</Tag>}
                onPress={() => goHref(hrefOf('/pages/user/sliptemplate', { kind }))}
              />
            ))}
        </Section>
      ))}
    </Page>
  )
}
