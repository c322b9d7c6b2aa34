import { useState } from 'react'
import { sharedFieldOf } from '../../domain/documents/pieces.ts'
import { bulkOperations, type Selected } from '../../domain/bulk/operations.ts'
import { type Field, isAsked, isEmpty } from '../../kernel/field.ts'
import { holdsFiles } from '../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Notice } from '../look/Notice.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAuthorAccess } from '../documents/DocumentFields.tsx'
import { FieldControl } from '../forms/FieldControl.tsx'
import { inWords, problemsIn } from '../documents/filling/problems.ts'
import { useKindTitles } from '../documents/kindTitle.ts'
import { today } from '../shell/dateWords.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import type { BulkOffer } from './offers.ts'

type Props = { offer: BulkOffer; selected: Selected; onClose: () => void; onWork: (id: Id) => void }

/** What is said once of several documents, where what is chosen does not go into one: it stands in several places, or is too much. */
export default function DocumentsSheet({ offer: { of: kind, fits, documents }, selected, onClose, onWork }: Props) {
  const titleOf = useKindTitles()
  const access = useAuthorAccess(kind)
  const [header, setHeader] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(Object.entries(kind.header).flatMap(([key, { begins }]) => (begins === 'today' ? [[key, today()]] : []))),
  )
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [id] = useState(newId)
  const { send, sending } = useSend(bulkOperations.documents, { quiet: true })
  const sharedKey = sharedFieldOf(kind)?.header
  const sharedField = sharedKey === undefined ? undefined : kind.header[sharedKey]
  const askedFields = Object.entries(kind.header).filter(
    ([key, field]: [string, Field]) => key !== sharedKey && access(key) !== 'hide' && isAsked(field, header) && !holdsFiles(field.control),
  )
  const submit = async () => {
    if (kind.confirmation && !(await confirm({ title: t(kind.confirmation), yes: t('提交') }))) return
    const filledHeader = Object.fromEntries(Object.entries(header).filter(([, value]) => !isEmpty(value)))
    try {
      onWork((await send({ id, selection: selected, kind: kind.kind, header: filledHeader })).id)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblems(new Map(problemsIn(error.details).map((problem) => [problem.path.replace(/^header\./, ''), inWords(problem)])))
      toast(error.message, 'error')
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={titleOf(kind).list}
      tall
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('取消')}
          </Button>
          <Button busy={sending} onClick={() => void submit()}>
            {t('提交 {count} 张单据', { count: documents })}
          </Button>
        </>
      }
    >
      <Notice
        text={
          sharedField
            ? t('{pieces} 项资产按{field}分成 {count} 张单据，以下内容相同。', {
                pieces: fits,
                field: t(sharedField.label),
                count: documents,
              })
            : t('{pieces} 项资产分成 {count} 张单据，以下内容相同。', { pieces: fits, count: documents })
        }
      />
      <Section>
        {askedFields.map(([key, field]) => (
          <FieldControl
            key={key}
            field={field}
            value={header[key]}
            onChange={(value) => {
              setHeader((now) => ({ ...now, [key]: value }))
              setProblems((now) => new Map([...now].filter(([path]) => path !== key)))
            }}
            error={problems.get(key)}
          />
        ))}
      </Section>
    </Sheet>
  )
}
