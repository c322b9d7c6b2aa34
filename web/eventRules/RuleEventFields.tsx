import { eventsOfTable, handlingKinds, isAwaitedDay, ruleEvents, ruleSubjects } from '../../domain/eventRules/eventRule.ts'
import type { Table } from '../../domain/tables/define.ts'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { t } from '../words.ts'
import type { RuleDraft } from './useRuleDraft.ts'

type Props = {
  draft: RuleDraft
  table: Table
  onSubject: (subject: string) => void
  onEvent: (event: RuleDraft['event']) => void
  onChange: (part: Partial<RuleDraft>) => void
}

const subjects = ruleSubjects.map(({ table }) => ({ value: table.name, label: table.title }))
const kinds = handlingKinds.map(({ kind, title }) => ({ value: kind, label: title }))

/** What a rule waits for: of what, which event, and what only some events ask. */
export const RuleEventFields = ({ draft, table, onSubject, onEvent, onChange }: Props) => (
  <Section title={t('当')}>
    <Choice label={t('什么')} required value={draft.subject} options={subjects} onChange={onSubject} />
    <Choice
      label={t('发生什么')}
      required
      value={draft.event}
      options={eventsOfTable(draft.subject).map((event) => ({ value: event, label: ruleEvents[event] }))}
      onChange={onEvent}
    />
    {draft.event === 'handled' && (
      <Choice
        label={t('哪种单据')}
        value={draft.documentKind ?? ''}
        options={kinds}
        placeholder={t('任何单据')}
        onChange={(kind) => onChange({ documentKind: handlingKinds.find((candidate) => candidate.kind === kind)?.kind ?? null })}
      />
    )}
    {draft.event === 'changed' && (
      <Choice
        label={t('哪个字段')}
        value={draft.field ?? ''}
        options={columnOptions(table, ({ besides, moment }) => !besides && !moment)}
        placeholder={t('任何字段')}
        onChange={(field) => onChange({ field: field || null })}
      />
    )}
    {draft.event === 'reached' && (
      <>
        <Choice
          label={t('哪个日期')}
          required
          value={draft.field ?? ''}
          options={columnOptions(table, isAwaitedDay)}
          onChange={(field) => onChange({ field })}
        />
        <NumberField
          label={t('提前几天')}
          hint={t('每个工作日早上查找，放假期间到的上班当天补上')}
          value={String(draft.daysBefore ?? 0)}
          min={0}
          max={365}
          onChange={(days) => onChange({ daysBefore: Number(days) })}
        />
      </>
    )}
  </Section>
)

/** The columns of a table that fit, to be chosen by their names. */
export const columnOptions = (
  { columns }: Table,
  fits: (column: Table['columns'][string]) => boolean,
): { value: string; label: string }[] =>
  Object.entries(columns)
    .filter(([, column]) => fits(column))
    .map(([value, { label }]) => ({ value, label }))
