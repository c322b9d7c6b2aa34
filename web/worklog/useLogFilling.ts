import type { FormDesign } from '../../domain/approval/form/formDesign.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import type { LogBeginning } from '../../domain/worklog/beginning.ts'
import { type Log, logOperations, type WorkItem } from '../../domain/worklog/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { cache } from '../cache.ts'
import { call } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { withDeviceFacts } from '../approval/form/useFormFacts.ts'
import { checkedForm, filledIn, type FormValues } from '../approval/form/values.ts'
import type { FormSource, StoredFilling } from '../documents/filling/filling.ts'
import { wrongIn } from '../documents/filling/problems.ts'
import { type BegunFilling, useFilling } from '../documents/filling/useFilling.ts'
import { hrefOf } from '../frames.ts'
import { sendKept } from '../outbox/outbox.ts'
import { waitingHref } from '../outbox/waitingScreen.ts'
import { useScreen } from '../screen.ts'
import { back, replace, replaceHref } from '../travel.ts'
import { t } from '../words.ts'
import { keepSavedLog } from './logAnswers.ts'
import { periodWords } from './periodWords.ts'

export type LogDraft = { readonly values: FormValues; readonly receivers: readonly Id[]; readonly work: readonly WorkItem[] }

export const writable = () => 'write' as const

/** The period that a log is of: its own, or that of a day. */
export const periodKeyOf = (beginning: LogBeginning, log: Log | undefined): string => log?.log.periodKey ?? beginning.periodKey

export const givenBy = ({ values, receivers, work, version }: Log): FormSource<LogDraft> => ({
  form: { values, receivers: receivers.filter(({ fixed }) => !fixed).map(({ uid }) => uid), work },
  version,
})

type FillingInput = {
  readonly design: FormDesign
  readonly beginning: LogBeginning
  readonly log: Log | undefined
  readonly begun: BegunFilling<LogDraft>
}

/** A log under its author's hands: checked, kept as a draft until it was sent, sent or changed. */
export const useLogFilling = ({ design, beginning, log, begun }: FillingInput) => {
  const { template } = beginning
  const periodKey = periodKeyOf(beginning, log)
  const isSent = log?.log.state === 'sent'
  const { path, search } = useScreen()
  const href = hrefOf(path, search)
  const logInput = (id: Id, { values, receivers, work }: LogDraft, version: number) => ({
    id,
    templateId: template.id,
    periodKey,
    version,
    form: filledIn(design, values),
    receivers: [...receivers],
    work: work.map((item) => ({ ...item, subjects: [...item.subjects] })),
  })
  return useFilling<LogDraft>(begun, {
    check: ({ values }) => wrongIn(checkedForm(design, filledIn(design, withDeviceFacts(design, values)), 'submitting', writable).problems),
    ...(!isSent && {
      save: async ({ id, form, version }: { id: Id; form: LogDraft; version: number }) => {
        const savedLog = await call(logOperations.save, logInput(id, form, version), { quiet: true })
        keepSavedLog(id)
        const after = () => {
          toast(t('草稿已保存'), 'success')
          if (!log) replace('/pages/mylog/logedit', { id })
        }
        return { version: savedLog.version, after }
      },
    }),
    submit: async ({ id, form, base, version, commandId }) => {
      const result = await sendKept({
        key: `log/${id}`,
        operation: isSent ? logOperations.update : logOperations.send,
        input: logInput(id, form, version),
        commandId,
        title: template.name,
        things: [],
        about: periodWords(template.period, periodKey),
        form: { href, kept: { id, form, base, version, command: undefined } satisfies StoredFilling<LogDraft> },
      })
      if (result === 'waits') return () => replaceHref(waitingHref())
      return () => {
        toast(isSent ? t('已保存') : t('已提交'), 'success')
        // What was edited here is not asked for again by itself.
        cache.removeQueries({ queryKey: [logOperations.info.name, { id }] })
        if (isSent) void back()
        else replace('/pages/mylog/logdetail', { id })
      }
    },
    isQueued: true,
    overtakenBy: changedMeanwhile,
    theirs: async (id) => givenBy(await call(logOperations.info, { id }, { quiet: true })),
    guarded: true,
  })
}
