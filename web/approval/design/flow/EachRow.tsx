import type { SubFlow } from '../../../../domain/approval/flow/definition.ts'
import { Choice } from '../../../look/fields/Choice.tsx'
import { Switch } from '../../../look/fields/Switch.tsx'
import { t } from '../../../words.ts'
import { useDesign } from './design.ts'

/** Whether a sub-flow is started once, or for each row of a table of the form. */
export const EachRow = ({ node, onChange }: { node: SubFlow; onChange: (change: Partial<SubFlow>) => void }) => {
  const { fields } = useDesign()
  const tables = new Map(fields.flatMap(({ path, table }) => (table ? [[path.slice(0, path.lastIndexOf('.')), table] as const] : [])))
  const { each } = node
  if (tables.size === 0 && !each) return null
  return (
    <>
      <Choice
        label={t('发起几个')}
        required
        value={node.each?.table ?? ''}
        hint={node.each ? t('每行明细发起一个，可带入该行的列；全部结束后继续。') : undefined}
        options={[
          { value: '', label: t('只发起一个') },
          ...[...tables].map(([path, label]) => ({ value: path, label: t('“{table}”每行一个', { table: t(label) }) })),
        ]}
        onChange={(table) =>
          onChange(table ? { each: { table, settle: node.each?.settle ?? 'waitAll' }, output: {} } : { each: undefined })
        }
      />
      {each && node.wait && node.onReject !== 'continue' && (
        <Switch
          label={t('一个被驳回即有结果')}
          text={t('其余的子流程随之终止')}
          value={each.settle === 'early'}
          onChange={(on) => onChange({ each: { table: each.table, settle: on ? 'early' : 'waitAll' } })}
        />
      )}
    </>
  )
}
