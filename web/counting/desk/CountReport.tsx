import { wordOptions } from '../../look/fields/wordOptions.ts'
import { ArrowDownToLine, PenLine } from 'lucide-react'
import { useState } from 'react'
import { signatureRoles } from '../../../domain/counting/task.ts'
import { countTaskInfo, countTaskReport, countTaskSign } from '../../../domain/counting/operations.ts'
import { countTaskExport, countTaskPdf } from '../../../domain/counting/fileOperations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { downloadSheet } from '../../forms/sheetFile.ts'
import { SignatureField } from '../../approval/process/SignatureField.tsx'
import { Gallery } from '../../forms/Gallery.tsx'
import { fullTime } from '../../shell/dateWords.ts'
import { useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { go } from '../../travel.ts'
import { CopyableText } from '../../shell/CopyableText.tsx'
import { t } from '../../words.ts'
import { taskLook } from './countLook.ts'
import { Ring } from './Ring.tsx'
import { planWords } from './planWords.ts'
import { Verdicts } from './Verdicts.tsx'

type Report = OutputOf<typeof countTaskReport>

/** What a count came to: numbers by place, department and category, what is short and over, who signed, and the hash that was signed. */
export default function CountReport() {
  const { id = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventoryreport')
  const { data, error, refetch } = useAsk(countTaskReport, { taskId: id })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown report={data} onRefresh={refetch} />
}

const Shown = ({ report, onRefresh }: { report: Report; onRefresh: () => Promise<unknown> }) => {
  const { task, resultHash } = report
  const [isSigning, setSigning] = useState(false)
  return (
    <Page
      width="page"
      onRefresh={onRefresh}
      right={<Take task={task} />}
      bottom={
        task.may.includes('sign') && (
          <Button size="large" wide icon={PenLine} onClick={() => setSigning(true)} className="wide:w-auto!">
            {t('签字确认')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 pt-2 wide:grid-cols-[minmax(0,1fr)_24rem] wide:items-start">
        <div className="min-w-0">
          <p className="px-1 pb-2 text-small text-quiet">
            <CopyableText text={task.code} />
          </p>
          <ReportHead report={report} />
          <Figures report={report} />
          <Totals totals={report.totals} />
          {report.hints.length > 0 && (
            <Section title={t('账务处理提示')}>
              {report.hints.map(({ title, words, value }) => (
                <Cell key={title} title={t(title)} text={t(words)} value={moneyWords(value)} />
              ))}
            </Section>
          )}
        </div>
        <div className="min-w-0">
          <Verdicts
            numbers={task.numbers}
            onOpen={(verdict) => go('/pages/goods/GsInventoryOrder/gsinventorylines', { id: task.id, verdict })}
          />
          {report.rounds.length > 0 && (
            <Section title={t('各轮')}>
              {report.rounds.map(({ round, lines, people }) => (
                <Cell key={round} title={t('第{n}轮', { n: round })} text={people.join(t('、'))} value={t('{n}项', { n: lines })} />
              ))}
            </Section>
          )}
          <Signatures signatures={report.signatures} />
          <Section title={t('结果指纹')} note={t('结果改变一处，指纹就不同；签字签的是它。')} flush={false}>
            <p className="break-all font-mono text-small text-quiet">{resultHash}</p>
          </Section>
        </div>
      </div>
      <SignSheet report={report} open={isSigning} onClose={() => setSigning(false)} />
    </Page>
  )
}

/** How the count stands, and by which plan it was done. */
const ReportHead = ({ report }: { report: Report }) => {
  const { task, plan } = report
  const { data: details } = useAsk(countTaskInfo, { id: task.id }, { keep: true })
  const { words, tone } = taskLook(task)
  return (
    <Card className="mb-4">
      <div className="flex items-center gap-5">
        <Ring numbers={task.numbers} size={96} />
        <div className="min-w-0 flex-1">
          <h2 className="text-large font-semibold">{task.name}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-quiet">
            <Tag tone={tone}>{words}</Tag>
            {[task.openedBy?.name, fullTime(task.openedAt), task.closedAt && `— ${fullTime(task.closedAt)}`].filter(Boolean).join(' ')}
          </p>
          <p className="mt-1 text-small text-quiet">{planWords(plan, details?.names ?? {})}</p>
          {plan.scope.sample && <p className="text-small text-faint">{t('随机种子{seed}', { seed: plan.scope.sample.seed })}</p>}
        </div>
      </div>
    </Card>
  )
}

const Figures = ({ report: { accuracy, shortage, surplus } }: { report: Report }) => (
  <div className="mb-4 grid grid-cols-2 gap-3 tablet:grid-cols-4">
    <Figure title={t('账实相符率')} value={`${accuracy.lines}%`} />
    <Figure title={t('按金额')} value={`${accuracy.value}%`} />
    <Figure title={t('盘亏')} value={t('{n}项', { n: shortage.lines })} text={moneyWords(shortage.value)} bad={shortage.lines > 0} />
    <Figure title={t('盘盈')} value={t('{n}项', { n: surplus.lines })} text={moneyWords(surplus.value)} />
  </div>
)

/** The report as a file, for paper or for a sheet. */
const Take = ({ task: { id, code } }: { task: Report['task'] }) => {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    const answer = await choose(t('导出报告'), [
      { value: 'pdf', label: 'PDF', text: t('打印、存档') },
      { value: 'xlsx', label: 'Excel', text: t('全部明细') },
    ])
    if (!answer) return
    setBusy(true)
    toast(t('正在导出'))
    try {
      const operation = answer === 'pdf' ? countTaskPdf : countTaskExport
      await downloadSheet(operation, { taskId: id }, `${t('盘点报告')}-${code}.${answer}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return <IconButton icon={ArrowDownToLine} label={t('导出报告')} iconSize={20} disabled={busy} onClick={() => void take()} />
}

const Figure = ({ title, value, text, bad }: { title: string; value: string; text?: string; bad?: boolean }) => (
  <Card>
    <p className="text-small text-quiet">{title}</p>
    <p className={`mt-1 text-large font-semibold tabular-nums ${bad ? 'text-bad' : ''}`}>{value}</p>
    {text && <p className="text-small tabular-nums text-quiet">{text}</p>}
  </Card>
)

type TotalGrouping = Report['totals'][number]['by']

const Totals = ({ totals }: { totals: Report['totals'] }) => {
  const [by, setBy] = useState<TotalGrouping>('place')
  const rows = totals.filter((row) => row.by === by)
  return (
    <section className="mb-4">
      <div className="pb-2 wide:w-80">
        <Tabs
          look="pill"
          label={t('汇总')}
          value={by}
          onChange={setBy}
          tabs={[
            { value: 'place', label: t('区域') },
            { value: 'department', label: t('部门') },
            { value: 'category', label: t('分类') },
          ]}
        />
      </div>
      <Card flush className="overflow-x-auto!">
        <table className="w-full text-body">
          <thead>
            <tr className="border-b border-line text-small text-quiet">
              <th className="px-4 py-2.5 text-left font-medium">{t('名称')}</th>
              {['应盘', '已盘到', '盘亏', '盘盈', '其他'].map((title) => (
                <th key={title} className="whitespace-nowrap px-2 py-2.5 text-right font-medium nth-6:pr-4 tablet:nth-6:pr-2">
                  {t(title)}
                </th>
              ))}
              <th className="hidden whitespace-nowrap px-4 py-2.5 text-right font-medium tablet:table-cell">{t('账面原值')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} className="border-b border-line tabular-nums last:border-0">
                <td className="min-w-28 px-4 py-2.5">
                  {row.name || t('未指定')}
                  <span className="block text-small text-quiet tablet:hidden">{moneyWords(row.value)}</span>
                </td>
                <td className="px-2 py-2.5 text-right">{row.expected}</td>
                <td className="px-2 py-2.5 text-right">{row.found}</td>
                <td className={`px-2 py-2.5 text-right ${row.missing > 0 ? 'text-bad' : 'text-faint'}`}>{row.missing}</td>
                <td className={`px-2 py-2.5 text-right ${row.surplus > 0 ? 'text-warn' : 'text-faint'}`}>{row.surplus}</td>
                <td className={`py-2.5 pl-2 pr-4 text-right tablet:pr-2 ${row.other > 0 ? '' : 'text-faint'}`}>{row.other}</td>
                <td className="hidden whitespace-nowrap px-4 py-2.5 text-right tablet:table-cell">{moneyWords(row.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  )
}

const Signatures = ({ signatures }: { signatures: Report['signatures'] }) => (
  <Section title={t('签字')}>
    {signatures.length === 0 && <p className="px-4 py-5 text-small text-quiet">{t('还没有人签字')}</p>}
    {signatures.map(({ role, person, at, file, before }) => (
      <div key={`${role}/${person?.id}/${at}`} className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-transparent">
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 text-body">
            {person?.name}
            <Tag>{t(signatureRoles[role])}</Tag>
          </span>
          <span className="mt-0.5 block text-small text-quiet">{fullTime(at)}</span>
          {before && <span className="mt-1 block text-small text-warn">{t('签字后结果有更正')}</span>}
        </span>
        {file && <Gallery paths={[file]} className="h-12 w-24 bg-white!" />}
      </div>
    ))}
  </Section>
)

const SignSheet = ({ report, open, onClose }: { report: Report; open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('签字确认')}>
    {open && <Signing report={report} onClose={onClose} />}
  </Sheet>
)

const Signing = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const [role, setRole] = useState<keyof typeof signatureRoles>('keeper')
  const [file, setFile] = useState<string>()
  const { send, sending } = useSend(countTaskSign, { done: '已签字' })
  const sign = async () => {
    try {
      await send({ taskId: report.task.id, role, hash: report.resultHash, ...(file && { file }) })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <p className="pb-3 text-body text-quiet">
        {t('您确认：应盘{expected}项，盘亏{short}项，盘盈{over}项。', {
          expected: report.task.numbers.expected,
          short: report.shortage.lines,
          over: report.surplus.lines,
        })}
      </p>
      <Card flush className="mb-4 shrink-0">
        <Choice label={t('以什么身份')} required value={role} onChange={setRole} options={wordOptions(signatureRoles)} />
        <SignatureField value={file} onChange={setFile} required />
      </Card>
      <Button size="large" wide busy={sending} disabled={!file} onClick={() => void sign()} className="shrink-0">
        {t('确认签字')}
      </Button>
    </>
  )
}
