import { useMemo, useState } from 'react'
import { newId } from '../../kernel/id.ts'
import { eventsOfTable, type RuleAction, ruleSubjects } from '../../domain/eventRules/eventRule.ts'
import { type EventRule, eventRuleRetire, eventRuleSave } from '../../domain/eventRules/operations.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { firstOf } from '../../kernel/assert.ts'
import { CallError } from '../call.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'

/** A rule as it is filled in. */
export type RuleDraft = Pick<
  EventRule,
  'title' | 'subject' | 'event' | 'field' | 'documentKind' | 'daysBefore' | 'where' | 'actions' | 'isOn'
>

export const emptyNotice: RuleAction = {
  t: 'notify',
  people: [],
  roles: [],
  columns: [],
  keepers: false,
  words: '',
  opens: { to: 'row' },
}

const emptyDraft: RuleDraft = {
  title: '',
  subject: firstOf(ruleSubjects).table.name,
  event: 'created',
  field: null,
  documentKind: null,
  daysBefore: null,
  where: [],
  actions: [emptyNotice],
  isOn: true,
}

const draftOf = ({ title, subject, event, field, documentKind, daysBefore, where, actions, isOn }: EventRule): RuleDraft => ({
  title,
  subject,
  event,
  field,
  documentKind,
  daysBefore,
  where,
  actions,
  isOn,
})

/** The columns of what a rule is about, with the organisation's own fields. */
export const useRuleTable = (subject: string): Table => {
  const deliveredTable = tableNamed(subject)
  const kind = useRecordKind(deliveredTable?.kind?.noun ?? 'asset')
  return deliveredTable?.kind && kind ? tableOfRecord(kind) : (deliveredTable?.table ?? firstOf(ruleSubjects).table)
}

/** A rule under its editor's hands. Another subject or event takes away what only the former one had. */
export const useRuleDraft = (rule: EventRule | undefined) => {
  /** Made once: sent again, it is the same rule. */
  const [id] = useState(() => rule?.id ?? newId())
  const initialDraft = useMemo(() => (rule ? draftOf(rule) : emptyDraft), [rule])
  const [draft, setDraft] = useState(initialDraft)
  const [problem, setProblem] = useState('')
  const saveCall = useSend(eventRuleSave, { done: '已保存', quiet: true })
  const retireCall = useSend(eventRuleRetire)
  useLeaveGuard(draft !== initialDraft)
  const change = (part: Partial<RuleDraft>) => {
    setProblem('')
    setDraft((now) => ({ ...now, ...part }))
  }
  const save = async () => {
    if (draft.title.trim() === '') return setProblem(t('请填写规则名称'))
    try {
      await saveCall.send({ id, version: rule?.version ?? 0, ...draft, actions: [...draft.actions] })
      leaveFreely()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  const retire = async (isRetired: boolean) => {
    if (isRetired && !(await confirm({ title: t('停用这条规则吗?'), text: t('不再执行，执行记录保留；之后可以恢复。'), yes: t('停用') })))
      return
    await retireCall.send({ id, isRetired })
    leaveFreely()
    await back()
  }
  return {
    draft,
    problem,
    change,
    save,
    retire,
    isSaving: saveCall.sending,
    chooseSubject: (subject: string) =>
      change({
        subject,
        event: firstOf(eventsOfTable(subject)),
        field: null,
        documentKind: null,
        daysBefore: null,
        where: [],
        actions: [emptyNotice],
      }),
    chooseEvent: (event: RuleDraft['event']) =>
      change({ event, field: null, documentKind: null, daysBefore: event === 'reached' ? 30 : null }),
  }
}
