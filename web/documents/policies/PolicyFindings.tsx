import { TriangleAlert } from 'lucide-react'
import { gsBorrowOrder } from '../../../domain/documents/asset/borrow.ts'
import { gsOutstockOrder } from '../../../domain/documents/asset/outstock.ts'
import { codeOf, type DocumentKind } from '../../../domain/documents/define.ts'
import { policyTitles } from '../../../domain/documents/policies.ts'
import type { PolicyFinding } from '../../../domain/documents/policyOperations.ts'
import { declaredField, isEmpty } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { FieldControl } from '../../forms/FieldControl.tsx'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Picture } from '../../look/Picture.tsx'
import { Tag } from '../../look/Tag.tsx'
import { editPathOfKind } from '../../places.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import type { DocumentForm } from '../documentForm.ts'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  findings: readonly PolicyFinding[]
  problems: ReadonlyMap<string, string>
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
}

/** What policies find against a form, with the field that takes the reason of each kind of finding. */
export const PolicyFindings = ({ kind, form, findings, problems, onChange }: Props) => {
  const reasons = [...new Set((kind.policies ?? []).map(({ reason }) => reason))]
  return reasons.map((reason) => {
    const reasonFindings = findings.filter((row) => row.reason === reason)
    const error = problems.get(`header.${reason}`)
    if (reasonFindings.length === 0 && error === undefined && isEmpty(form.header[reason])) return null
    const field = declaredField(kind.header, reason)
    return (
      <section key={reason} className="mb-4">
        <h2 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">
          {[...new Set(reasonFindings.map(({ policy }) => t(policyTitles[policy])))].join(t('、')) || t('需要说明')}
        </h2>
        <Card flush>
          <ul>
            {reasonFindings.slice(0, shownAtMost).map((row) => (
              <li key={`${row.policy}/${row.line}/${row.words}`} className="border-b border-line px-4 py-3">
                <FindingCard {...row} />
              </li>
            ))}
          </ul>
          {reasonFindings.length > shownAtMost && (
            <p className="border-b border-line px-4 py-2.5 text-small text-quiet">
              {t('还有{count}处', { count: reasonFindings.length - shownAtMost })}
            </p>
          )}
          <FieldControl
            field={reasonFindings.length > 0 ? { ...field, required: 'always' } : field}
            value={form.header[reason]}
            onChange={(value) => onChange((now) => ({ ...now, header: { ...now.header, [reason]: value } }))}
            error={error}
          />
        </Card>
      </section>
    )
  })
}

const shownAtMost = 8

const FindingCard = ({ line, words, idle }: PolicyFinding) => (
  <>
    <p className="flex items-start gap-2 text-body">
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="text-quiet">{t('第{line}行', { line: line + 1 })} </span>
        {words}
      </span>
    </p>
    {idle && (
      <ul className="mt-2 space-y-2">
        {idle.pieces.map((piece) => (
          <IdlePiece key={piece.id} piece={piece} price={idle.price} />
        ))}
      </ul>
    )}
  </>
)

type IdleProps = { piece: NonNullable<PolicyFinding['idle']>['pieces'][number]; price: string | null }

/** One piece that may be taken instead. */
const IdlePiece = ({ piece: { id, name, code, place, picture, same }, price }: IdleProps) => {
  const isAllowed = useAllowed()
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2.5">
      <Picture src={picture ?? ''} alt="" className="size-11" />
      <span className="min-w-40 flex-1">
        <span className="flex items-center gap-2 text-body">
          <span className="min-w-0 truncate">{name}</span>
          {!same && <Tag tone="plain">{t('同类')}</Tag>}
        </span>
        <span className="block text-small text-quiet">
          {code} · {place}
        </span>
      </span>
      <span className="ml-auto flex gap-2">
        {[gsBorrowOrder, gsOutstockOrder].map(
          (kind) =>
            isAllowed(`${codeOf(kind)}:save`) && (
              <Button
                key={kind.kind}
                size="small"
                kind={kind === gsOutstockOrder ? 'primary' : 'secondary'}
                onClick={() => goHref(takingHref(kind, id, price))}
              >
                {t(kind === gsOutstockOrder ? '领用' : '借用')}
              </Button>
            ),
        )}
      </span>
    </li>
  )
}

/** A request for a piece in the place of a purchase at that price. */
const takingHref = (kind: DocumentKind, asset: Id, price: string | null): string =>
  hrefOf(editPathOfKind(kind.kind), { assets: asset, ...(price !== null && { avoided: price }) })
