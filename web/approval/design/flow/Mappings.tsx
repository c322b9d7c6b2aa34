import { ArrowRight, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type SubFlow, parseDefinition } from '../../../../domain/approval/flow/definition.ts'
import type { Path } from '../../../../domain/approval/form/form.ts'
import { fits } from '../../../../domain/approval/design/mapping.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { useAsk } from '../../../ask.ts'
import { Section } from '../../../look/Card.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { Skeleton } from '../../../look/Skeleton.tsx'
import { t } from '../../../words.ts'
import { useDesign } from './design.ts'
import { type FormField, formFields } from '../../../../domain/approval/form/filling.ts'
import { labelOf } from './fields.ts'
import { PathChoice } from './Rules.tsx'

/** What a sub-flow gets from this form, and what comes back into it. */
export const Mappings = ({ node, onChange }: { node: SubFlow; onChange: (change: Partial<SubFlow>, mergeKey?: string) => void }) => {
  const { fields } = useDesign()
  const { child, failed } = useFormOf(node.flowKey)
  // A flow that is not in use has no form to look at; that is said where its key is.
  if (failed) return null
  if (!child) return <Skeleton rows={2} picture={false} />
  return (
    <>
      <Mapping
        title={t('带入子流程')}
        labels={[t('本表单的字段'), t('子流程的字段')]}
        pairs={Object.entries(node.input).map(([to, from]) => ({ from, to }))}
        from={fields}
        to={child}
        onChange={(pairs) => onChange({ input: recordOf(pairs) })}
      />
      {node.wait && !node.each && (
        <Mapping
          title={t('从子流程带回')}
          labels={[t('子流程的字段'), t('本表单的字段')]}
          pairs={Object.entries(node.output).map(([to, from]) => ({ from, to }))}
          from={child}
          to={fields}
          onChange={(pairs) => onChange({ output: recordOf(pairs) })}
        />
      )}
    </>
  )
}

type Pair = { from: Path; to: Path }
const recordOf = (pairs: readonly Pair[]): Record<Path, Path> => Object.fromEntries(pairs.map(({ from, to }) => [to, from]))

/** Columns have a value for every row, which no single field takes. */
const plain = (fields: readonly FormField[]): FormField[] => fields.filter(({ table }) => table === undefined)

/** Pairs of fields: what is in the first goes into the second, which only what fits it may. */
const Mapping = ({
  title,
  labels,
  pairs,
  from,
  to,
  onChange,
}: {
  title: string
  labels: [from: string, to: string]
  pairs: readonly Pair[]
  from: readonly FormField[]
  to: readonly FormField[]
  onChange: (pairs: readonly Pair[]) => void
}) => {
  const [adding, setAdding] = useState<Pair>({ from: '', to: '' })
  const fieldAt = (fields: readonly FormField[], path: Path): FormField | undefined => fields.find((field) => field.path === path)
  const nameAt = (fields: readonly FormField[], path: Path): string => {
    const sourceField = fieldAt(fields, path)
    return sourceField ? labelOf(sourceField) : path
  }
  const source = fieldAt(from, adding.from)?.field
  const target = fieldAt(to, adding.to)?.field
  const free = plain(to).filter(({ path }) => !pairs.some((pair) => pair.to === path))
  const choose = (next: Pair) => {
    if (!next.from || !next.to) return setAdding(next)
    onChange([...pairs, next])
    setAdding({ from: '', to: '' })
  }
  return (
    <Section title={title}>
      {pairs.map((pair) => {
        const [first, second] = [nameAt(from, pair.from), nameAt(to, pair.to)]
        return (
          <div key={pair.to} className="flex min-h-11 items-center gap-2 border-b border-line pl-4 text-body">
            <span className="min-w-0 flex-1 break-words py-2">
              {first}
              <ArrowRight size={15} className="mx-1.5 inline text-faint" aria-label={t('填入')} />
              {second}
            </span>
            <IconButton
              icon={Trash2}
              iconSize={16}
              label={t('移除“{rule}”', { rule: second })}
              className="text-faint"
              onClick={() => onChange(pairs.filter(({ to: path }) => path !== pair.to))}
            />
          </div>
        )
      })}
      <PathChoice
        label={labels[0]}
        value={adding.from}
        optional
        fields={plain(from).filter(({ field }) => !target || fits(field, target))}
        onChange={(path) => choose({ ...adding, from: path })}
      />
      <PathChoice
        label={labels[1]}
        value={adding.to}
        optional
        fields={free.filter(({ field }) => !source || fits(source, field))}
        onChange={(path) => choose({ ...adding, to: path })}
      />
    </Section>
  )
}

/** The fields of the form that new applications of a flow are filled in with. */
const useFormOf = (flowKey: string): { child: readonly FormField[] | undefined; failed: boolean } => {
  const flow = useAsk(flowOperations.definition, { flowKey }, { staleMs: 60_000 })
  const form = useMemo(() => {
    const childDefinition = flow.data && parseDefinition(flow.data.body)
    return childDefinition && 'definition' in childDefinition ? childDefinition.definition.form : undefined
  }, [flow.data])
  const custom = form?.kind === 'custom' ? form : undefined
  const design = useAsk(
    formOperations.form,
    { formKey: custom?.formKey ?? 'none', ...(custom && { version: custom.formVersion }) },
    { enabled: custom !== undefined, staleMs: 60_000 },
  )
  const child = useMemo(
    () => (form && (form.kind === 'document' || design.data) ? formFields(form, design.data?.design) : undefined),
    [form, design.data],
  )
  return { child, failed: flow.isError || design.isError }
}
