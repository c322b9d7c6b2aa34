import { useMemo, useState } from 'react'
import { type RuleEvent, ruleSubjects } from '../../domain/eventRules/eventRule.ts'
import { type Webhook, webhookSave } from '../../domain/eventRules/webhookOperations.ts'
import { firstOf } from '../../kernel/assert.ts'
import { newId } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { back, leaveFreely, replace } from '../travel.ts'
import { t } from '../words.ts'

/** A webhook as it is filled in. */
export type WebhookDraft = Pick<Webhook, 'title' | 'url' | 'subject' | 'where' | 'isOn'> & { readonly events: readonly RuleEvent[] }

const blank: WebhookDraft = {
  title: '',
  url: '',
  subject: firstOf(ruleSubjects).table.name,
  events: ['created', 'changed'],
  where: [],
  isOn: true,
}

const draftOf = ({ title, url, subject, events, where, isOn }: Webhook): WebhookDraft => ({ title, url, subject, events, where, isOn })

const problemOf = ({ title, url, events }: WebhookDraft): string => {
  if (title.trim() === '') return t('请填写名称')
  if (url.trim() === '') return t('请输入{label}', { label: t('接收地址') })
  return events.length === 0 ? t('请选择事件') : ''
}

/** Whether an event is one that a webhook tells. */
type SentEvent = Exclude<RuleEvent, 'reached'>
const isSent = (event: RuleEvent): event is SentEvent => event !== 'reached'

/** A webhook under its editor's hands; the secret of a new one is shown before its screen. */
export const useWebhookDraft = (webhook: Webhook | undefined) => {
  /** Made once: sent again, it is the same webhook. */
  const [id] = useState(() => webhook?.id ?? newId())
  const initialDraft = useMemo(() => (webhook ? draftOf(webhook) : blank), [webhook])
  const [draft, setDraft] = useState(initialDraft)
  const [problem, setProblem] = useState('')
  const [secret, setSecret] = useState<string>()
  const saveCall = useSend(webhookSave, { done: '已保存', quiet: true })
  useLeaveGuard(draft !== initialDraft && secret === undefined)
  const change = (part: Partial<WebhookDraft>) => {
    setProblem('')
    setDraft((before) => ({ ...before, ...part }))
  }
  const save = async () => {
    const draftProblem = problemOf(draft)
    setProblem(draftProblem)
    if (draftProblem !== '') return
    try {
      const answer = await saveCall.send({ id, version: webhook?.version ?? 0, ...draft, events: draft.events.filter(isSent) })
      leaveFreely()
      if (answer.secret === null) back()
      else setSecret(answer.secret)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  return {
    draft,
    problem,
    secret,
    change,
    save,
    isSaving: saveCall.sending,
    chooseSubject: (subject: string) => change({ subject, events: [], where: [] }),
    showSecret: setSecret,
    hideSecret: () => {
      setSecret(undefined)
      if (!webhook) replace('/pages/user/webhook', { id })
    },
  }
}
