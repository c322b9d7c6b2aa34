import { Fragment, type ReactNode } from 'react'
import type { Table } from '../../../domain/tables/define.ts'
import { askedWords } from '../../../domain/tables/words.ts'
import { type Condition, type Either, isEither } from '../../../domain/tables/view.ts'
import type { Noun } from '../../../kernel/field.ts'
import { optionsOf, refersTo } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { useFlowChoices } from '../../approval/flowChoices.ts'
import { useName } from '../../forms/names.ts'
import { t } from '../../words.ts'
import { askingWords, isListed } from './conditions.ts'
import { columnOf } from '../layout.ts'

/** A term of the question as people say it. */
export const TermWords = ({ table, term }: { table: Table; term: Condition | Either }): ReactNode =>
  (isEither(term) ? term.any : [term]).map((condition, index) => (
    <Fragment key={index}>
      {index > 0 && <span className="table-or">{t('或')}</span>}
      <ConditionWords table={table} condition={condition} />
    </Fragment>
  ))

const ConditionWords = ({ table, condition: { key, is, value } }: { table: Table; condition: Condition }) => {
  const { label, control, flow = false } = columnOf(table, key)
  const values = [value ?? []].flat()
  const flows = useFlowChoices(flow)
  const options = flow ? (flows ?? []) : optionsOf(control)
  const noun = refersTo(control)
  return (
    <>
      <span className="table-label">{t(label)}</span>{' '}
      {isListed(is) ? (
        <>
          {is !== 'in' && `${t(askingWords[is])} `}
          {values.slice(0, mostNamed).map((item, index) => (
            <Fragment key={item}>
              {index > 0 && t('、')}
              {noun ? <Named noun={noun} id={item} /> : t(options?.find((option) => option.value === item)?.label ?? item)}
            </Fragment>
          ))}
          {values.length > mostNamed && t('等{count}项', { count: values.length })}
        </>
      ) : (
        askedWords({ is, value }, t)
      )}
    </>
  )
}

/** So many values are named. */
const mostNamed = 2

const Named = ({ noun, id }: { noun: Noun; id: Id }) => useName(noun, id) || '…'
