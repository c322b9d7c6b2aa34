import { Merge } from 'lucide-react'
import { useState } from 'react'
import { type RecordKind, thingOf } from '../../../domain/records/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { ReferencePicker } from '../../forms/ReferencePicker.tsx'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { replaceHref } from '../../travel.ts'
import { hrefOf } from '../../frames.ts'
import { editPathOfNoun } from '../../places.ts'
import { t } from '../../words.ts'
import { within } from '../../within.ts'
import MergeSheet from './MergeSheet.tsx'

/** Makes one of this record and another that the reader chooses. */
export default function MergeWith({ kind, id }: { kind: RecordKind; id: Id }) {
  const [step, setStep] = useState<'choosing' | Id>()
  const thingWords = within(thingOf(kind))
  return (
    <Section>
      <Cell icon={Merge} title={t('与另一{thing}合并', { thing: thingWords })} onPress={() => setStep('choosing')} />
      <ReferencePicker
        open={step === 'choosing'}
        title={t('选择另一{thing}', { thing: thingWords })}
        noun={kind.noun}
        chosen={[]}
        onChoose={([otherId]) => setStep(otherId === id ? undefined : otherId)}
        onClose={() => setStep((now) => (now === 'choosing' ? undefined : now))}
      />
      {step !== undefined && step !== 'choosing' && (
        <MergeSheet
          kind={kind}
          ids={[step, id]}
          onClose={() => setStep(undefined)}
          onMerged={(into) => {
            setStep(undefined)
            if (into !== id) replaceHref(hrefOf(editPathOfNoun(kind.noun), { id: into }))
          }}
        />
      )}
    </Section>
  )
}
