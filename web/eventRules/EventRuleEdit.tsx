import { eventRuleList, type EventRule } from '../../domain/eventRules/operations.ts'
import { keysIn } from '../../domain/tables/view.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'
import { RuleActions } from './RuleActions.tsx'
import { RuleConditions } from './RuleConditions.tsx'
import { RuleEventFields } from './RuleEventFields.tsx'
import { RulePreview } from './RulePreview.tsx'
import { RuleRuns } from './RuleRuns.tsx'
import { useRuleDraft, useRuleTable } from './useRuleDraft.ts'

/** One rule: when it acts, on what, and what it does; beside that what it has done. Query: `id`; a new one without. */
export default function EventRuleEdit() {
  const { id } = useSearch('/pages/user/eventrule')
  const { data, error, refetch } = useAsk(eventRuleList, {}, { staleMs: 0 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const rule = data.list.find((candidate) => candidate.id === id)
  return <Editor key={rule ? `${rule.id}/${rule.version}` : 'new'} rule={rule} />
}

const Editor = ({ rule }: { rule: EventRule | undefined }) => {
  const { draft, problem, change, save, retire, isSaving, chooseSubject, chooseEvent } = useRuleDraft(rule)
  const table = useRuleTable(draft.subject)
  return (
    <Page
      width="page"
      title={t(rule ? '编辑自动规则' : '新增规则')}
      bottom={
        <>
          {rule && (
            <Button size="large" kind="secondary" wide className="wide:w-auto!" onClick={() => void retire(!rule.isRetired)}>
              {t(rule.isRetired ? '恢复' : '停用')}
            </Button>
          )}
          <Button size="large" wide className="wide:w-auto! wide:min-w-32" busy={isSaving} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] wide:items-start wide:gap-x-6">
        <div>
          {problem && (
            <p role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
              {problem}
            </p>
          )}
          <Section note={rule && t('以{name}的名义执行；谁保存，就以谁的名义和权限执行。', { name: rule.makerName })}>
            <TextField
              label={t('规则名称')}
              required
              maxLength={40}
              value={draft.title}
              placeholder={t('例如：保修到期提醒')}
              onChange={(title) => change({ title })}
            />
            <Switch label={t('启用')} value={draft.isOn} onChange={(isOn) => change({ isOn })} />
          </Section>
          <RuleEventFields draft={draft} table={table} onSubject={chooseSubject} onEvent={chooseEvent} onChange={change} />
          <RuleConditions table={table} where={draft.where} onChange={(where) => change({ where })} />
          <RuleActions
            table={table}
            subject={draft.subject}
            ruleColumns={[...(draft.field ? [draft.field] : []), ...keysIn(draft.where)]}
            actions={draft.actions}
            onChange={(actions) => change({ actions })}
          />
        </div>
        <div>
          <RulePreview draft={draft} />
          {rule && <RuleRuns id={rule.id} />}
        </div>
      </div>
    </Page>
  )
}
