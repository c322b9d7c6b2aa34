import { ClipboardCheck, CloudUpload, Copy, NotebookPen, Send } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { FormDesign } from '../../domain/approval/form/formDesign.ts'
import type { LogBeginning } from '../../domain/worklog/beginning.ts'
import { type Log, logOperations, type WorkItem } from '../../domain/worklog/operations.ts'
import { spanOf } from '../../domain/worklog/period.ts'
import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { Empty } from '../look/Empty.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { toast } from '../look/overlays/toast.ts'
import { FormFields } from '../approval/form/FormFields.tsx'
import { withDeviceFacts } from '../approval/form/useFormFacts.ts'
import { blankForm, type FormValues, useDesign } from '../approval/form/values.ts'
import { FillingNotices } from '../documents/filling/FillingNotices.tsx'
import { valuesIn } from '../documents/filling/filling.ts'
import { type BegunFilling, useBegun } from '../documents/filling/useFilling.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { fullTime, today } from '../shell/dateWords.ts'
import { hrefOf } from '../frames.ts'
import { isWaiting } from '../outbox/action.ts'
import { KeepsFiles } from '../outbox/files/addFile.ts'
import { useOutbox } from '../outbox/outbox.ts'
import { readyForNoNetwork } from '../outbox/ready.ts'
import { useScreen, useSearch } from '../screen.ts'
import { go, replace } from '../travel.ts'
import { t } from '../words.ts'
import { Work } from './LogView.tsx'
import { periodWords } from './periodWords.ts'
import { useLogBeginning, useStoredLog } from './logAnswers.ts'
import { givenBy, type LogDraft, periodKeyOf, useLogFilling, writable } from './useLogFilling.ts'
import { WriteButton } from '../licence/WriteButton.tsx'

const shape = valuesIn<LogDraft>(
  ({ values }) => values,
  (written, values) => ({ ...written, values }),
)

/** Writes a log: of `id`, or the one of a template for the period of a `day` (today's where none is said). */
export default function LogEdit() {
  const { id = '', templateId = '', day } = useSearch('/pages/mylog/logedit')
  useEffect(readyForNoNetwork, [])
  const waitingLog = useWaitingLog()
  if (waitingLog) return <WaitingLog title={waitingLog.title} period={waitingLog.about} />
  if (id !== '') return <Existing key={id} id={id} />
  if (templateId !== '') return <Fresh key={`${templateId}/${day}`} templateId={templateId} day={day} />
  return (
    <Page>
      <Empty
        icon={NotebookPen}
        title={t('请选择要写的日志')}
        action={{ label: t('工作日志'), onPress: () => replace('/pages/mylog/myloglist') }}
      />
    </Page>
  )
}

/** What this screen sent and no network has taken yet; what was refused is changed here. */
const useWaitingLog = () => {
  const { path, search } = useScreen()
  const href = hrefOf(path, search)
  return useOutbox().actions.find((action) => isWaiting(action) && action.form?.href === href)
}

/** A second log of the period would be refused, and an older text would take the place of the newer one. */
const WaitingLog = ({ title, period }: { title: string; period: string }) => (
  <Page title={t(title)} text={period}>
    <Empty
      icon={CloudUpload}
      title={t('这篇日志在这台设备上等待发送')}
      text={t('联网后会自动提交，提交后可以修改。')}
      action={{ label: t('待发送'), onPress: () => go('/pages/outbox/index', {}) }}
    />
  </Page>
)

const Existing = ({ id }: { id: Id }) => {
  const info = useStoredLog(id)
  const day = info.data && spanOf(info.data.log.template.period, info.data.log.periodKey)?.from
  const begin = useLogBeginning({ templateId: info.data?.log.template.id ?? '', day })
  if (!info.data || !begin.data) return <Pending error={info.error ?? begin.error} onRetry={info.error ? info.refetch : begin.refetch} />
  return <Opened key={id} log={info.data} beginning={begin.data} />
}

const Fresh = ({ templateId, day }: { templateId: Id; day: Day | undefined }) => {
  const { data, error, refetch } = useLogBeginning({ templateId, day })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const { existing } = data
  if (existing !== null)
    return (
      <Page title={t(data.template.name)}>
        <Empty
          icon={NotebookPen}
          title={t('这一期的{name}已经写过', { name: t(data.template.name) })}
          text={periodWords(data.template.period, data.periodKey)}
          action={{ label: t('打开'), onPress: () => replace('/pages/mylog/logedit', { id: existing }) }}
        />
      </Page>
    )
  return <Opened beginning={data} />
}

type OpenedProps = { beginning: LogBeginning; log?: Log }

const Opened = ({ beginning, log }: OpenedProps) => {
  const design = useDesign(log?.design ?? beginning.design)
  if (!design)
    return (
      <Page>
        <Empty icon={NotebookPen} title={t('这个流程的表单无法显示')} text={t('请联系管理员重新发布表单。')} />
      </Page>
    )
  return <Begins design={design} beginning={beginning} log={log} />
}

type Props = { design: FormDesign; beginning: LogBeginning; log: Log | undefined }

const Begins = (props: Props) => {
  const { design, beginning, log } = props
  const begunFilling = useBegun(shape, log ? givenBy(log) : { form: blank(design, beginning), version: 0 }, { id: log?.log.id })
  return begunFilling && <Filling key={begunFilling.round} {...props} begun={begunFilling} />
}

const blank = (design: FormDesign, { receivers }: LogBeginning): LogDraft => ({
  values: blankForm(design),
  receivers: receivers.map(({ uid }) => uid),
  work: [],
})

const Filling = ({ design, beginning, log, begun }: Props & { begun: BegunFilling<LogDraft> }) => {
  const { template } = beginning
  const { doneField } = template
  const periodKey = periodKeyOf(beginning, log)
  const isSent = log?.log.state === 'sent'
  const logFilling = useLogFilling({ design, beginning, log, begun })
  const { form, change, problems, frame, step } = logFilling
  const shownValues = useMemo(() => withDeviceFacts(design, form.values), [design, form.values])
  const { take, busy } = usePrefill({ template, periodKey }, (work) => change((now) => ({ ...now, ...filledWith(now, work, doneField) })))
  const put = (values: FormValues) => change((now) => ({ ...now, values: { ...now.values, ...values } }))
  const hasPlan = doneField !== null && beginning.planned !== '' && !form.values[doneField]
  return (
    <div ref={frame} className="h-full">
      <Page
        title={t(template.name)}
        text={periodWords(template.period, periodKey)}
        width="form"
        bottom={
          <SendButtons
            isSent={isSent}
            step={step}
            onSave={() => void logFilling.save()}
            onSubmit={() => void logFilling.submit(undefined)}
          />
        }
      >
        <FillingNotices filling={logFilling} />
        {!log && template.period !== 'none' && <PeriodSection beginning={beginning} />}
        <div className="mb-3 flex flex-wrap gap-2 px-1">
          {template.period !== 'none' && (
            <Button kind="secondary" size="small" icon={ClipboardCheck} busy={busy} onClick={() => void take()}>
              {t('填入做过的事')}
            </Button>
          )}
          {Object.keys(beginning.last).length > 0 && !isSent && (
            <Button kind="secondary" size="small" icon={Copy} onClick={() => put(beginning.last)}>
              {t('复制上一篇')}
            </Button>
          )}
        </div>
        {hasPlan && (
          <Notice
            text={t('上一篇的计划：{plan}', { plan: beginning.planned.replace(/\s+/g, ' ').slice(0, 80) })}
            action={t('放进正文')}
            onPress={() => put({ [doneField]: beginning.planned })}
          />
        )}
        <KeepsFiles value>
          <FormFields
            design={design}
            values={shownValues}
            onChange={(next) => change((now) => ({ ...now, values: next(now.values) }))}
            problems={problems}
            access={writable}
          />
        </KeepsFiles>
        {form.work.length > 0 && (
          <Work work={form.work} onRemove={(item) => change((now) => ({ ...now, work: now.work.filter((one) => one !== item) }))} />
        )}
        <Section note={fixedWords(beginning)}>
          <ReferencesField
            label={t('发给')}
            control={{ type: 'reference', to: 'person', many: true }}
            value={form.receivers}
            onChange={(receivers) => change((now) => ({ ...now, receivers }))}
            error={problems.get('receivers')}
          />
        </Section>
      </Page>
    </div>
  )
}

type ButtonsProps = { isSent: boolean; step: 'save' | 'submit' | undefined; onSave: () => void; onSubmit: () => void }

const SendButtons = ({ isSent, step, onSave, onSubmit }: ButtonsProps) => (
  <>
    {!isSent && (
      <Button
        size="large"
        kind="secondary"
        wide
        className="wide:w-auto!"
        busy={step === 'save'}
        disabled={step !== undefined}
        onClick={onSave}
      >
        {t('存草稿')}
      </Button>
    )}
    <WriteButton
      size="large"
      icon={Send}
      wide
      className="wide:w-auto!"
      busy={step === 'submit'}
      disabled={step !== undefined}
      onClick={onSubmit}
    >
      {isSent ? t('保存') : t('提交')}
    </WriteButton>
  </>
)

/** Another day leads to the log of its period. */
const PeriodSection = ({ beginning }: { beginning: LogBeginning }) => {
  const { template } = beginning
  return (
    <Section note={beginning.until ? t('{moment} 前提交', { moment: fullTime(beginning.until) }) : ''}>
      <DateField
        label={template.period === 'day' ? t('日期') : t('这一期中的一天')}
        value={beginning.from ?? today()}
        max={today()}
        onChange={(day) => day && replace('/pages/mylog/logedit', { templateId: template.id, day })}
      />
    </Section>
  )
}

/** Who it goes to besides, because the template says so. */
const fixedWords = ({ template: { receivers, toHead } }: LogBeginning): string => {
  const names = [...(toHead ? [t('部门负责人')] : []), ...receivers.map(({ userName }) => userName)]
  return names.length === 0 ? '' : t('同时自动发给：{names}', { names: names.join(t('、')) })
}

/** What the books say that was done becomes the text of the field that asks for it, and stands below it with its numbers. */
const filledWith = ({ values }: LogDraft, work: readonly WorkItem[], doneField: string | null): Partial<LogDraft> => {
  const lines = work.map(({ words, title, n }) => t(words, { title: t(title), n })).join('\n')
  const before = doneField === null ? '' : String(values[doneField] ?? '')
  return {
    work,
    ...(doneField !== null &&
      !before.includes(lines) && { values: { ...values, [doneField]: [before, lines].filter(Boolean).join('\n') } }),
  }
}

const usePrefill = (question: { template: LogBeginning['template']; periodKey: string }, use: (work: readonly WorkItem[]) => void) => {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const { work } = await call(logOperations.prefill, { templateId: question.template.id, periodKey: question.periodKey })
      if (work.length === 0) toast(t('这一期在系统里还没有单据、审批和盘点'))
      else use(work)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { take, busy }
}
