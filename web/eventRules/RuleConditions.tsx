import '../table/table.css'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import type { Condition, Either, Where } from '../../domain/tables/view.ts'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { AskedColumns } from '../table/AskedColumns.tsx'
import { begunOf, withTerm } from '../table/filter/conditions.ts'
import { TermWords } from '../table/filter/ConditionWords.tsx'
import { TermEditor } from '../table/filter/TermEditor.tsx'
import { t } from '../words.ts'

type Props = { table: Table; where: Where; onChange: (where: Where) => void }

type Dialog = { readonly at: number; readonly term: Condition | Either } | 'columns'

const termsAtMost = 20

/** What must hold of a row, in the words in which its list is asked. */
export const RuleConditions = ({ table, where, onChange }: Props) => {
  const [dialog, setDialog] = useState<Dialog>()
  return (
    <Section title={t('并且')} note={t('都符合才执行；按执行那一刻的内容判断。')} flush>
      {where.map((term, index) => (
        <div key={index} className="flex items-center pr-2">
          <div className="min-w-0 flex-1">
            <Cell title={<TermWords table={table} term={term} />} onPress={() => setDialog({ at: index, term })} />
          </div>
          <IconButton
            icon={X}
            iconSize={18}
            label={t('移除条件')}
            onClick={() => onChange(where.toSpliced(index, 1))}
            className="text-quiet"
          />
        </div>
      ))}
      {where.length < termsAtMost && <Cell icon={Plus} title={t('添加条件')} onPress={() => setDialog('columns')} />}
      <Sheet open={dialog !== undefined} onClose={() => setDialog(undefined)} title={t('条件')} tall>
        <div className="table-sheet">
          {dialog === 'columns' && (
            <AskedColumns table={table} onChoose={(key) => setDialog({ at: where.length, term: begunOf(table, key) })} />
          )}
          {dialog && dialog !== 'columns' && (
            <TermEditor
              key={dialog.at}
              table={table}
              term={dialog.term}
              isNew={dialog.at === where.length}
              onChange={(term, isAsked) => onChange(withTerm(where, { index: dialog.at, term, isAsked }))}
            />
          )}
        </div>
      </Sheet>
    </Section>
  )
}
