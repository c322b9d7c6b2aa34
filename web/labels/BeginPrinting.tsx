import { Boxes, IdCard, LayoutTemplate, MapPin, Package, Printer, QrCode, Tags, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { LabelNoun } from '../../domain/labels/content.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { labelOperations } from '../../domain/labels/operations.ts'
import { useAsk } from '../ask.ts'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { goPrint } from './goPrint.ts'
import { JobCell } from './JobCell.tsx'
import { nounWords } from './nounWords.ts'

const nouns = [
  { noun: 'asset', icon: Package, tint: '#0081ff' },
  { noun: 'location', icon: MapPin, tint: '#00a86b' },
  { noun: 'consumable', icon: Boxes, tint: '#ff8a00' },
  { noun: 'person', icon: IdCard, tint: '#7a5af8' },
] as const satisfies readonly { noun: LabelNoun; icon: unknown; tint: string }[]

/** What labels may be printed of, what is still to be printed, and what was. */
export const BeginPrinting = () => {
  const [pickedNoun, setPickedNoun] = useState<(typeof nouns)[number]>()
  const isAllowed = useAllowed()
  const mayPrint = isAllowed('gslabel:print')
  const due = useAsk(labelOperations.dueCount, { noun: 'asset' })
  const jobs = useAsk(labelOperations.jobs, {}, { enabled: mayPrint })
  return (
    <Page onRefresh={() => Promise.all([due.refetch(), jobs.refetch()])}>
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Section>
            <DueCell due={due.data} />
          </Section>
          {mayPrint && (
            <Section title={t('选择要打印的')}>
              {nouns.map((noun) => (
                <Cell
                  key={noun.noun}
                  icon={noun.icon}
                  tint={noun.tint}
                  title={t(nounWords[noun.noun])}
                  onPress={() => setPickedNoun(noun)}
                />
              ))}
              <Cell
                icon={QrCode}
                tint="#12b5cb"
                title={t(nounWords.blank)}
                text={t('先贴后绑：贴好后扫码绑定到资产、区域或耗材')}
                onPress={() => go('/pages/components/shangmi-print/index', { what: 'blank' })}
              />
            </Section>
          )}
          <Section title={t('设置')}>
            <Cell icon={LayoutTemplate} tint="#d6409f" title={t('标签模板')} to="/pages/goods/labels/templates" />
            <Cell icon={Printer} tint="#3e63dd" title={t('标签打印机')} to="/pages/goods/labels/printers" />
            {mayPrint && (
              <Cell
                icon={Unplug}
                tint="#607d8b"
                title={t('打印站')}
                text={t('在打印机旁的电脑上打开，替手机打印')}
                to="/pages/goods/labels/station"
              />
            )}
          </Section>
        </div>
        {mayPrint && (
          <Section title={t('我的打印任务')}>
            {!jobs.data && <PendingPart error={jobs.error} onRetry={jobs.refetch} />}
            {jobs.data?.list.length === 0 && <p className="p-6 text-center text-body text-faint">{t('还没有打印过标签')}</p>}
            {jobs.data?.list.slice(0, 20).map((job) => (
              <JobCell key={job.id} job={job} />
            ))}
          </Section>
        )}
      </div>
      {pickedNoun && (
        <ReferencePicker
          open
          many
          noun={pickedNoun.noun}
          title={t(nounWords[pickedNoun.noun])}
          chosen={[]}
          onClose={() => setPickedNoun(undefined)}
          onChoose={(ids) => ids.length > 0 && goPrint(pickedNoun.noun, ids)}
        />
      )}
      {!mayPrint && <Card className="text-body text-quiet">{t('您可以查看标签，打印请联系资产管理员。')}</Card>}
    </Page>
  )
}

/** What is still to be printed of assets. */
const DueCell = ({ due }: { due: OutputOf<typeof labelOperations.dueCount> | undefined }) => {
  const count = due && due.never + due.changed
  return (
    <Cell
      icon={Tags}
      tint="#e5484d"
      title={t('待打印的资产标签')}
      text={
        due &&
        (count === 0
          ? t('都打印过了')
          : [due.never > 0 && t('{n}项从未打印', { n: due.never }), due.changed > 0 && t('{n}项信息有变', { n: due.changed })]
              .filter(Boolean)
              .join(' · '))
      }
      value={count || undefined}
      onPress={() => go('/pages/goods/labels/due')}
    />
  )
}
